import { currentUserRoute } from '@determined/contract/identity/auth-routes.ts';
import type { Reply } from '@determined/contract/route.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from '#platform/api/client.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { globalStore } from '#platform/settings/browser-store.ts';

export type User = NonNullable<Reply<typeof currentUserRoute>['user']>;

/** Holds only the fact that a session exists: the token itself is in a cookie that scripts can't read (decision 20). */
const markerKey = 'auth-token';

const currentUser = queryOptions({
  queryKey: [currentUserRoute.name, {}],
  queryFn: async ({ signal }): Promise<User> => {
    const { user } = await client.call(currentUserRoute, {}, { signal });
    if (!user) throw new Error('Unable to fetch current user.');
    return user;
  },
  staleTime: pollEvery.slow,
  // The routes' own guard answers a missing session; see signedInRoute.
  meta: { path: currentUserRoute.path, ownSignIn: true },
});

export function loadCurrentUser(): Promise<User> {
  return queryClient.fetchQuery(currentUser);
}

/** The signed-in user. Only for pages below the shell, which is not drawn without one. */
export function useCurrentUser(): User {
  const { data } = useQuery(currentUser);
  if (!data) throw new Error('Unable to fetch current user.');
  return data;
}

export function displayName(user: { username: string; displayName?: string }): string {
  return user.displayName || user.username;
}

export function hasSessionMarker(): boolean {
  return globalStore.read(markerKey) !== undefined;
}

export function beginSession(): void {
  queryClient.clear();
  globalStore.write(markerKey, 'cookie');
}

/** Forgets everything that was read in the session. */
export function forgetSession(): void {
  queryClient.clear();
  globalStore.remove(markerKey);
}
