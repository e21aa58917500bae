import { getUsersRoute } from '@determined/contract/identity/users-routes.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { useCurrentUser } from '#platform/session/session.ts';

/** Whose things a list shows; absent means everybody's. */
export type Whose = 'mine' | 'others';

/** An empty filter would mean everybody: an id that no one has means nobody. */
const nobody = [-1];

/** The users that a list is asked for, and whether they are known yet. */
export function useOwners(whose: Whose | undefined): { userIds: number[]; known: boolean } {
  const me = useCurrentUser();
  const { data } = useCallQuery(getUsersRoute, {}, { enabled: whose === 'others' });
  if (whose === undefined) return { userIds: [], known: true };
  if (whose === 'mine') return { userIds: [me.id], known: true };
  const others = data?.users.filter((user) => user.id !== me.id).map((user) => user.id) ?? [];
  return { userIds: others.length > 0 ? others : nobody, known: data !== undefined };
}
