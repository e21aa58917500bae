import { updateGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import { changesOf } from '@determined/contract/staleness.ts';
import { useMutation } from '@tanstack/react-query';
import { call, type Request } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { refresh } from '#platform/api/query-client.ts';
import { displayName } from '#platform/session/session.ts';
import { toast } from '#platform/toasts.tsx';
import { Button } from '#ui/primitives/button.tsx';
import type { Group } from '../shared/group.ts';
import type { Member } from './use-group-rows.ts';

export function RemoveMember({ group, user, inGrid }: { group: Group; user: Member; inGrid?: boolean }) {
  const name = displayName(user);
  // The row is gone before its call is over: what is said of it must not depend on the row.
  const remove = useMutation({
    mutationFn: () => changeMembers('Error deleting group.', { groupId: group.id, removeUsers: [user.id] }),
    onSuccess: (done) => {
      if (!done) return;
      toast.undoable('User has been removed from group.', () =>
        changeMembers('Unable to add users to group.', { groupId: group.id, addUsers: [user.id] }),
      );
    },
  });
  return (
    <Button
      variant="quiet"
      size="xs"
      tabIndex={inGrid ? -1 : undefined}
      aria-label={`Remove ${name} from ${group.name}`}
      working={remove.isPending}
      onClick={() => remove.mutate()}
    >
      Remove
    </Button>
  );
}

/** Says itself what it failed with. */
async function changeMembers(failed: string, request: Request<typeof updateGroupRoute>): Promise<boolean> {
  try {
    await call(updateGroupRoute, request);
    return true;
  } catch (error) {
    toast.fail(failed, messageOf(error));
    return false;
  } finally {
    void refresh(changesOf(updateGroupRoute, request));
  }
}
