import { getUsersRoute } from '@determined/contract/identity/users-routes.ts';
import { callQuery, useCallQuery } from '#platform/api/call.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { loadCurrentUser, type User, useCurrentUser } from '#platform/session/session.ts';

/** Whose things a list shows; absent means everybody's. */
export type Whose = 'mine' | 'others';

/** An empty filter would mean everybody: an id that no one has means nobody. */
const nobody = [-1];

/** The users that a list is asked for, and whether they are known yet; `failed` where they could not be read. */
export function useOwners(whose: Whose | undefined) {
  const me = useCurrentUser();
  const others = useCallQuery(getUsersRoute, {}, { enabled: whose === 'others' });
  const known = whose !== 'others' || others.data !== undefined;
  const failed = !known && others.isError ? { error: others.error, retry: () => void others.refetch() } : undefined;
  return { userIds: ownersOf(whose, me, others.data?.users ?? []), known, failed };
}

/** The same for a loader. Rejects where they cannot be read: the page says so. */
export async function loadOwners(whose: Whose | undefined): Promise<number[]> {
  const me = await loadCurrentUser();
  const { users } = whose === 'others' ? await queryClient.fetchQuery(callQuery(getUsersRoute, {})) : { users: [] };
  return ownersOf(whose, me, users);
}

function ownersOf(whose: Whose | undefined, me: User, users: readonly { id: number }[]): number[] {
  if (whose === undefined) return [];
  if (whose === 'mine') return [me.id];
  const others = users.filter(({ id }) => id !== me.id).map(({ id }) => id);
  return others.length > 0 ? others : nobody;
}
