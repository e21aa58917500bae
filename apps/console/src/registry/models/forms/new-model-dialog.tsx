import type { Model } from '@determined/contract/registry/models-generated.ts';
import { postModelRoute } from '@determined/contract/registry/models-routes.ts';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWorkspaceChoices } from '#organisation/shared/workspace-choices.ts';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { canCreateModelWorkspace } from '#platform/session/checks.ts';
import { toast } from '#platform/toasts.tsx';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { MetadataFields, TagFields, useMoreDetails } from '../../shared/more-details.tsx';

interface NewModelDialogProps {
  /** The workspace that it is made in, where that is not for the reader to choose. */
  workspaceId?: number;
  /** In place of it the form that it was asked for from. */
  onCreated?: (model: Model) => void;
  onClose: () => void;
}

export function NewModelDialog({ workspaceId, onCreated, onClose }: NewModelDialogProps) {
  const create = useCall(postModelRoute);
  const workspaces = useWorkspaceChoices(canCreateModelWorkspace, workspaceId);
  const more = useMoreDetails();
  const form = useForm({
    initialValues: { workspace: workspaceId === undefined ? '' : String(workspaceId), name: '', description: '' },
    validate: {
      workspace: (id) => (id === '' ? 'Please select a workspace' : null),
      name: (name) => (name.trim() === '' ? 'Please input Model name' : null),
    },
  });
  const send = ({ workspace, name, description }: typeof form.values) => {
    if (!more.isRight()) return;
    create.mutate(
      {
        workspaceId: Number(workspace),
        name: name.trim(),
        description: description.trim(),
        metadata: more.metadata(),
        labels: more.labels(),
      },
      {
        onSuccess: ({ model }) => {
          onClose();
          toast.done(`Created model ${name.trim()}`);
          if (model) onCreated?.(model);
        },
      },
    );
  };
  return (
    <FormDialog
      title="New Model"
      submit="Create Model"
      working={create.isPending}
      problem={create.error ? `Unable to create model. ${messageOf(create.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit(send, (errors) => {
        more.form.validate();
        focusFirstError(form)(errors);
      })}
    >
      <NativeSelect
        label="Workspace"
        withAsterisk
        disabled={workspaceId !== undefined}
        description={workspaceId === undefined ? undefined : 'The workspace that you are in'}
        data={[{ value: '', label: 'Choose…', disabled: true }, ...workspaces]}
        {...form.getInputProps('workspace')}
      />
      <TextInput
        label="Model name"
        withAsterisk
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('name')}
      />
      <Textarea label="Description" autosize={false} rows={2} {...form.getInputProps('description')} />
      <MetadataFields form={more.form} />
      <TagFields form={more.form} />
    </FormDialog>
  );
}
