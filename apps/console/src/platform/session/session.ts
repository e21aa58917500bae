import { ApiError } from '@determined/contract/errors.ts';
import { currentUserRoute } from '@determined/contract/identity/auth-routes.ts';
import type { Reply } from '@determined/contract/route.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { readMeta } from '#platform/api/call.ts';
import { client } from '#platform/api/client.ts';
import { isSignedOut, isUnreachable } from '#platform/api/console-error.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { globalStore, keptStore } from '#platform/settings/browser-store.ts';

export type User = NonNullable<Reply<typeof currentUserRoute>['user']>;

const failedWords = 'Unable to fetch current user.';

/** Holds only the fact that a session exists: the token itself is in a cookie that scripts can't read. */
const markerKey = 'auth-token';

const currentUser = queryOptions({
  queryKey: [currentUserRoute.name, {}],
  queryFn: async ({ signal }): Promise<User> => {
    const { user } = await client.call(currentUserRoute, {}, { signal }).catch((error: unknown) => {
      const told = !(error instanceof ApiError) || isSignedOut(error) || isUnreachable(error);
      throw told ? error : new Error(failedWords, { cause: error });
    });
    if (!user) throw new Error(failedWords);
    return user;
  },
  staleTime: pollEvery.slow,
  // The routes' own guard answers a missing session; see signedInRoute.
  meta: { ...readMeta(currentUserRoute, {}), ownSignIn: true },
});

export function loadCurrentUser(): Promise<User> {
  return queryClient.fetchQuery(currentUser);
}

/** The signed-in user. Only for pages below the shell, which is not drawn without one. */
export function useCurrentUser(): User {
  const { data } = useQuery(currentUser);
  if (!data) throw new Error(failedWords);
  return data;
}

export function displayName(user: { username: string; displayName?: string }): string {
  return user.displayName || user.username;
}

export function hasSessionMarker(): boolean {
  return keptStore.read(markerKey) !== undefined;
}

/** Whatever was read before may be another user's. */
export function beginSession(): void {
  queryClient.clear();
  keptStore.write(markerKey, 'cookie');
}

/** Another tab has signed in: its session is this tab's, too. */
export function joinSession(): void {
  queryClient.clear();
}

/**
 * Nobody is signed in any more. What was read stays until the next session begins: pages that are about to be left may
 * still draw it.
 */
export function endSession(): void {
  keptStore.remove(markerKey);
}

/** Ends the session, and forgets everything that was read in it. */
export function forgetSession(): void {
  endSession();
  queryClient.clear();
}

/** Calls back when another tab has signed out. */
export function whenSignedOutElsewhere(handler: () => void): void {
  globalStore.listen((key) => {
    if (key === markerKey && !hasSessionMarker()) handler();
  });
}
