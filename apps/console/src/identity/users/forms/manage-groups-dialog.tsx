import { assignMultipleGroupsRoute, getGroupsRoute } from '@determined/contract/identity/groups-routes.ts';
import { useState } from 'react';
import type { AskProps } from '#platform/actions/action.ts';
import { useCall, useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { toast } from '#platform/toasts.tsx';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { GroupsField, offeredGroups } from '../../shared/groups-field.tsx';
import type { User } from '../shared/user.ts';

/** The groups that one user is in. */
export function ManageGroupsDialog({ subjects: [current], onClose }: AskProps<User>) {
  const [user] = useState(current);
  const asked = useCallQuery(getGroupsRoute, { userId: user.id, limit: offeredGroups });
  const before = asked.data?.groups.flatMap(({ group }) => group?.groupId ?? []);
  const [chosen, setChosen] = useState<number[]>();
  const assign = useCall(assignMultipleGroupsRoute);
  const groups = chosen ?? before ?? [];
  const save = () => {
    const addGroups = groups.filter((id) => !before?.includes(id));
    const removeGroups = before?.filter((id) => !groups.includes(id)) ?? [];
    assign.mutate(
      { userIds: [user.id], addGroups, removeGroups },
      {
        onSuccess: () => {
          onClose();
          toast.done('User has been updated');
        },
      },
    );
  };
  const problem = asked.error
    ? `Unable to fetch groups. ${messageOf(asked.error)}`
    : assign.error && `Error adding user to groups. ${messageOf(assign.error)}`;
  return (
    <FormDialog
      title={`Groups of ${user.name}`}
      submit="Save"
      inactive={before === undefined}
      working={assign.isPending}
      problem={problem}
      onClose={onClose}
      onSubmit={save}
    >
      <GroupsField data-autofocus readOnly={before === undefined} value={groups} onChange={setChosen} />
    </FormDialog>
  );
}
