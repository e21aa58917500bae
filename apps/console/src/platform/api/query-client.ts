import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { consoleError, isAborted, isSignedOut, isUnreachable } from './console-error.ts';
import { type Hint, touches } from './entity-paths.ts';

// A press shows as under way before the next one is handled: by a timer, a double click would send a form twice.
notifyManager.setScheduler(queueMicrotask);

/** Set by the shell: what happens when the session is gone. */
let onSignedOut: (error: unknown) => void = () => {};
export function whenSignedOut(handler: (error: unknown) => void): void {
  onSignedOut = handler;
}

function seen(error: unknown, silent: boolean): void {
  if (isAborted(error)) return;
  if (isSignedOut(error) && !silent) onSignedOut(error);
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => seen(error, query.meta?.ownSignIn === true) }),
  mutationCache: new MutationCache({
    onError: (error, _v, _c, mutation) => seen(error, mutation.meta?.ownSignIn === true),
  }),
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      gcTime: 5 * 60_000,
      // What the server has answered is an answer; what did not arrive is tried twice more.
      retry: (count, error) => isUnreachable(error) && count < 2,
      retryDelay: (attempt) => Math.min(4_000, 500 * 2 ** attempt),
      networkMode: 'always',
      // An answer that makes no sense is fatal to the page that needs it (spec 1, section 7).
      throwOnError: (error) => consoleError(error).level === 'fatal',
    },
    mutations: { networkMode: 'always' },
  },
});

/** Every cached answer that the changes touch is asked for again, at once where it is on the screen. */
export function refresh(hints: readonly Hint[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ meta, queryKey }) => {
      const path = meta?.path;
      if (typeof path !== 'string') return false;
      // The second part of a call's key is its request, whose path values lie in `params` for our own calls.
      const given = (queryKey[1] ?? {}) as Record<string, unknown>;
      const request = { ...given, ...(given.params as object | undefined) };
      return hints.some((hint) => touches(path, request, hint));
    },
  });
}
