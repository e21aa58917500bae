import { untold } from '@determined/contract/entities.ts';
import { type Change, isStaleAfter, type Stales } from '@determined/contract/staleness.ts';
import { MutationCache, notifyManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { hintsArriveSince } from '#platform/live/live.ts';
import { consoleError, isAborted, isSignedOut, isUnreachable } from './console-error.ts';
import { pollEvery } from './poll.ts';

// A press shows as under way before the next one is handled: by a timer, a double click would send a form twice.
notifyManager.setScheduler(queueMicrotask);

/** Set by the shell: what happens when the session is gone. */
let onSignedOut: (error: unknown) => void = () => {};
export function whenSignedOut(handler: (error: unknown) => void): void {
  onSignedOut = handler;
}

let renewing = 0;
/** While the session gives way to another one, answers that the old one has ended are nothing: all is asked for again after. */
export async function whileRenewing(work: () => Promise<void>): Promise<void> {
  renewing += 1;
  try {
    await work();
  } finally {
    renewing -= 1;
    void queryClient.invalidateQueries({ type: 'active' });
  }
}

function seen(error: unknown, silent: boolean): void {
  if (isAborted(error)) return;
  if (isSignedOut(error) && !silent && renewing === 0) onSignedOut(error);
}

/** So old an answer may be in ms and do for a page that comes to show it. */
const fresh = { unheard: 2_000, heard: pollEvery.slow } as const;

/** Where hints have told of all that it reads ever since it came, it is asked for again only to cover for one that was lost. */
export function freshMs(
  { meta, state }: Pick<Query, 'meta'> & { state: { dataUpdatedAt: number } },
  since = hintsArriveSince(),
): number {
  const kinds = (meta as Partial<ReadMeta> | undefined)?.reads?.reads ?? [];
  const isTold = kinds.length > 0 && !kinds.some((kind) => untold.includes(kind));
  return since !== undefined && state.dataUpdatedAt > since && isTold ? fresh.heard : fresh.unheard;
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => seen(error, query.meta?.ownSignIn === true) }),
  mutationCache: new MutationCache({
    onError: (error, _v, _c, mutation) => seen(error, mutation.meta?.ownSignIn === true),
  }),
  defaultOptions: {
    queries: {
      staleTime: (query) => freshMs(query),
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

/** Every cached answer that a change makes stale is asked for again, at once where it is on the screen. */
export function refresh(changes: readonly Change[]): Promise<void> {
  return queryClient.invalidateQueries({ predicate: (query) => isStale(query, changes) });
}

/** What a cached query says of itself, so that changes find it. */
export interface ReadMeta extends Record<string, unknown> {
  reads: Pick<Stales, 'reads' | 'of'>;
  request: unknown;
}

/** Whether the answer of a cached call may be stale; what is no call of the contract looks after itself. */
export function isStale({ meta }: Pick<Query, 'meta'>, changes: readonly Change[]): boolean {
  const { reads, request } = (meta ?? {}) as Partial<ReadMeta>;
  return reads !== undefined && changes.some((change) => isStaleAfter(reads, request, change));
}
