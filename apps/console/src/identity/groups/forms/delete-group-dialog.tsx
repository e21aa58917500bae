import { deleteGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import { useState } from 'react';
import type { AskProps } from '#platform/actions/action.ts';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { toast } from '#platform/toasts.tsx';
import { plural } from '#ui/format/words.ts';
import { ConfirmDialog } from '#ui/primitives/dialog.tsx';
import type { Group } from '../shared/group.ts';

export function DeleteGroupDialog({ subjects: [current], onClose }: AskProps<Group>) {
  const [group] = useState(current);
  const remove = useCall(deleteGroupRoute);
  const lost = group.gives.join(', ');
  return (
    <ConfirmDialog
      title={`Delete group ${group.name}?`}
      confirm="Delete Group"
      danger
      working={remove.isPending}
      problem={remove.error ? `error deleting group. ${messageOf(remove.error)}` : null}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { groupId: group.id },
          {
            onSuccess: () => {
              onClose();
              toast.done('Group deleted.');
            },
          },
        )
      }
    >
      {group.members === 0 ? 'It has no members.' : `Its ${plural(group.members, 'member')} keep their accounts.`}
      {lost ? ` What it gives is lost to them: ${lost}.` : ''} This cannot be undone.
    </ConfirmDialog>
  );
}
