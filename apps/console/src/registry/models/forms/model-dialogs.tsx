import type { Model } from '@determined/contract/registry/models-generated.ts';
import { deleteModelRoute, moveModelRoute, patchModelRoute } from '@determined/contract/registry/models-routes.ts';
import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useWorkspaceChoices } from '#organisation/shared/workspace-choices.ts';
import type { AskProps } from '#platform/actions/action.ts';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { canCreateModelWorkspace } from '#platform/session/checks.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { toast } from '#platform/toasts.tsx';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { ConfirmDialog, FormDialog } from '#ui/primitives/dialog.tsx';
import { EditLabelsDialog } from '../../shared/edit-labels-dialog.tsx';
import { NameAndDescription } from '../../shared/name-and-description.tsx';

export function EditModelDialog({ subjects: [current], onClose }: AskProps<Model>) {
  const [model] = useState(current);
  const renamed = useRef(model.name);
  const { modelId } = useParams({ strict: false });
  const navigate = useNavigate();
  // Its page goes on under the new name: of the old one there is nothing any more.
  const follow = () => {
    if (modelId !== model.name) return;
    void navigate({ to: '/models/$modelId', params: { modelId: renamed.current }, replace: true });
  };
  const edit = useCall(patchModelRoute, { onAnswer: follow });
  return (
    <NameAndDescription
      title="Edit Model"
      name={model.name}
      description={model.description}
      working={edit.isPending}
      problem={edit.error ? `Unable to edit model. ${messageOf(edit.error)}` : null}
      onClose={onClose}
      onSave={(fields) => {
        renamed.current = fields.name;
        edit.mutate({ modelName: String(model.id), model: fields }, { onSuccess: onClose });
      }}
    />
  );
}

export function EditModelTagsDialog({ subjects: [current], action, onClose }: AskProps<Model>) {
  const [model] = useState(current);
  const edit = useCall(patchModelRoute);
  return (
    <EditLabelsDialog
      title={`Edit Tags of ${model.name}`}
      before={model.labels}
      working={edit.isPending}
      problem={edit.error ? `${action.failedFor?.(model) ?? action.failed} ${messageOf(edit.error)}` : null}
      onClose={onClose}
      onSave={(labels) => edit.mutate({ modelName: String(model.id), model: { labels } }, { onSuccess: onClose })}
    />
  );
}

/** Into another workspace, with its versions. */
export function MoveModelDialog({ subjects: [current], onClose }: AskProps<Model>) {
  const [model] = useState(current);
  const workspaces = useWorkspaceChoices(canCreateModelWorkspace).filter(
    ({ value }) => value !== String(model.workspaceId),
  );
  const move = useCall(moveModelRoute);
  const form = useForm({
    initialValues: { workspace: '' },
    validate: { workspace: (id) => (id === '' ? 'Please select a workspace' : null) },
  });
  return (
    <FormDialog
      title={`Move ${model.name}`}
      submit="Move Model"
      working={move.isPending}
      problem={move.error ? `Unable to move model ${model.id}. ${messageOf(move.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit(
        ({ workspace }) =>
          move.mutate(
            { modelName: String(model.id), destinationWorkspaceId: Number(workspace) },
            {
              onSuccess: () => {
                onClose();
                toast.done(`Moved ${model.name} to ${workspaces.find(({ value }) => value === workspace)?.label}`);
              },
            },
          ),
        focusFirstError(form),
      )}
    >
      <p className="muted">Its versions go with it. Who may see them is for the roles of the other workspace to say.</p>
      <NativeSelect
        label="Workspace"
        withAsterisk
        data-autofocus
        data={[{ value: '', label: 'Choose…' }, ...workspaces]}
        {...form.getInputProps('workspace')}
      />
    </FormDialog>
  );
}

export function DeleteModelDialog({ subjects: [current], onClose, onGone }: AskProps<Model>) {
  const [model] = useState(current);
  const remove = useCall(deleteModelRoute, { onAnswer: onGone });
  return (
    <ConfirmDialog
      title="Confirm Delete"
      confirm="Delete Model"
      danger
      working={remove.isPending}
      problem={remove.error ? `Unable to delete model. ${messageOf(remove.error)}` : null}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { modelName: String(model.id) },
          {
            onSuccess: () => {
              onClose();
              toast.done(`Deleted model ${model.name}`);
            },
          },
        )
      }
    >
      <p>
        Are you sure you want to delete the model {model.name} and all of its versions?{' '}
        {worded`Their checkpoints stay with their experiments.`}
      </p>
    </ConfirmDialog>
  );
}
