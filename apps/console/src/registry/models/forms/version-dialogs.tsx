import { deleteModelVersionRoute, patchModelVersionRoute } from '@determined/contract/registry/models-routes.ts';
import { useState } from 'react';
import type { AskProps } from '#platform/actions/action.ts';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { toast } from '#platform/toasts.tsx';
import { ConfirmDialog } from '#ui/primitives/dialog.tsx';
import { EditLabelsDialog } from '../../shared/edit-labels-dialog.tsx';
import { NameAndDescription } from '../../shared/name-and-description.tsx';
import { type VersionSubject, versionRequest } from '../../shared/version.ts';

export function EditVersionDialog({ subjects: [current], onClose }: AskProps<VersionSubject>) {
  const [subject] = useState(current);
  const { name, comment } = subject.version;
  const edit = useCall(patchModelVersionRoute);
  return (
    <NameAndDescription
      title={`Edit ${subject.name}`}
      nameless
      name={name}
      description={comment}
      working={edit.isPending}
      problem={edit.error ? `Unable to edit model version. ${messageOf(edit.error)}` : null}
      onClose={onClose}
      onSave={({ name: changed, description }) =>
        edit.mutate(
          { ...versionRequest(subject), modelVersion: { name: changed, comment: description } },
          { onSuccess: onClose },
        )
      }
    />
  );
}

export function EditVersionTagsDialog({ subjects: [current], action, onClose }: AskProps<VersionSubject>) {
  const [subject] = useState(current);
  const edit = useCall(patchModelVersionRoute);
  return (
    <EditLabelsDialog
      title={`Edit Tags of ${subject.name}`}
      before={subject.version.labels}
      working={edit.isPending}
      problem={edit.error ? `${action.failedFor?.(subject) ?? action.failed} ${messageOf(edit.error)}` : null}
      onClose={onClose}
      onSave={(labels) => edit.mutate({ ...versionRequest(subject), modelVersion: { labels } }, { onSuccess: onClose })}
    />
  );
}

export function DeregisterVersionDialog({ subjects: [current], onClose, onGone }: AskProps<VersionSubject>) {
  const [subject] = useState(current);
  const { model, version } = subject;
  const remove = useCall(deleteModelVersionRoute, { onAnswer: onGone });
  return (
    <ConfirmDialog
      title="Confirm Delete"
      confirm="Deregister Version"
      danger
      working={remove.isPending}
      problem={remove.error ? `Unable to delete model version ${version.version}. ${messageOf(remove.error)}` : null}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(versionRequest(subject), {
          onSuccess: () => {
            onClose();
            toast.done(`Deregistered version ${version.version} of ${model.name}`);
          },
        })
      }
    >
      <p>
        Are you sure you want to deregister version {version.version} of the model {model.name}?{' '}
        {worded`Its checkpoint stays with its experiment.`}
      </p>
    </ConfirmDialog>
  );
}
