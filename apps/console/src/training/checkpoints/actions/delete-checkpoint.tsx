import { deleteCheckpointsRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { useMutation } from '@tanstack/react-query';
import { Trash } from 'lucide-react';
import { type AskProps, defineAction } from '#platform/actions/action.ts';
import { perform } from '#platform/actions/perform.tsx';
import { call } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { ConfirmDialog } from '#ui/primitives/dialog.tsx';
import { type CheckpointSubject, checkpointKind, checkpointNeeds } from '../shared/checkpoint-subject.ts';

/** Asks for the deletion of its files: the state changes when a task has done it. */
export const deleteCheckpoint = defineAction({
  key: 'delete',
  label: 'Delete',
  icon: Trash,
  danger: true,
  kind: checkpointKind,
  route: deleteCheckpointsRoute,
  request: ({ id }) => ({ checkpointUuids: [id] }),
  many: async (ids) => {
    await call(deleteCheckpointsRoute, { checkpointUuids: ids.map(String) });
    return [];
  },
  rule: ({ state }) => (state === 'STATE_COMPLETED' || state === 'STATE_PARTIALLY_DELETED' ? 'acts' : 'absent'),
  needs: checkpointNeeds,
  ask: async () => AskToDelete,
  failed: 'Unable to delete Selected Checkpoints',
});

function AskToDelete({ subjects, onClose }: AskProps<CheckpointSubject>) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => perform(deleteCheckpoint, subjects),
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      title="Confirm Checkpoint Deletion"
      confirm="Request Delete"
      danger
      working={isPending}
      problem={error ? `${deleteCheckpoint.failed}: ${messageOf(error)}` : null}
      onConfirm={() => mutate()}
      onClose={onClose}
    >
      <p>
        Are you sure you want to request checkpoint deletion for {subjects.length} checkpoint(s)? This action may
        complete or fail without further notification.
      </p>
    </ConfirmDialog>
  );
}
