import type { Entity } from '@determined/contract/entities.ts';
import type { AnyExtRoute, ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { AnyRoute, Reply, RequestInput } from '@determined/contract/route.ts';
import { changesOf } from '@determined/contract/staleness.ts';
import {
  keepPreviousData,
  type QueryKey,
  queryOptions,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import { useLiveConnected } from '#platform/live/live.ts';
import { client } from './client.ts';
import { pollInterval } from './poll.ts';
import { queryClient, type ReadMeta, refresh } from './query-client.ts';

/** A call of the contract: a compatible one, or one of our own under /api/ext/v1. */
export type CallRoute = AnyRoute | AnyExtRoute;
export type Request<R extends CallRoute> = R extends AnyRoute
  ? RequestInput<R>
  : R extends AnyExtRoute
    ? ExtRequestOf<R>
    : never;
export type Answer<R extends CallRoute> = R extends AnyRoute ? Reply<R> : R extends AnyExtRoute ? ExtReplyOf<R> : never;

/** Makes a call outside React Query, as actions and synchronisers do. */
export function call<R extends CallRoute>(route: R, request: Request<R>, signal?: AbortSignal): Promise<Answer<R>> {
  // The client's two overloads take the same pair; the compiler can't follow the choice through a type parameter.
  const send = client.call as (
    route: CallRoute,
    request: unknown,
    more: { signal?: AbortSignal },
  ) => Promise<Answer<R>>;
  return send(route, request, { signal });
}

/** The name of the call and its request: equal requests share one answer. */
export function callKey<R extends CallRoute>(route: R, request: Request<R>): QueryKey {
  return [route.name, request];
}

/**
 * A read as data, for loaders, prefetching and `useQuery` itself. `shows`: what a place makes use of where that is less
 * than the answer holds, so that it stays fresh for it.
 */
export function callQuery<R extends CallRoute>(route: R, request: Request<R>, shows?: readonly Entity[]) {
  return queryOptions<Answer<R>>({
    queryKey: callKey(route, request),
    queryFn: ({ signal }) => call(route, request, signal),
    meta: readMeta(route, request, shows),
  });
}

/** What makes an answer stale, for queries that put answers together themselves. */
export function readMeta<R extends CallRoute>(route: R, request: Request<R>, shows?: readonly Entity[]): ReadMeta {
  return { reads: { reads: shows ?? route.reads, of: route.of }, request };
}

/**
 * For a route's loader: starts a read that its page is going to make, together with the page's code. Nobody waits for it. A
 * request that has to be found out first and cannot be is the page's own business.
 */
export function prefetch<R extends CallRoute>(route: R, request: Request<R> | Promise<Request<R>>): void {
  const start = (known: Request<R>) => queryClient.prefetchQuery(callQuery(route, known));
  if (request instanceof Promise) request.then(start, () => {});
  else void start(request);
}

export interface CallQueryOptions {
  enabled?: boolean;
  /** Asked for again after so many ms while live hints do not arrive, and much more rarely while they do. */
  poll?: number | false;
  /** So often whether live hints arrive or not: of what no hint tells. */
  steady?: true;
  /** Old data stays in sight while a changed request loads. */
  keep?: boolean;
  /** What is made use of, where that is less than the answer holds. */
  shows?: readonly Entity[];
}

/** Reads through a route of the contract; answers are refreshed when calls or live hints change what they show. */
export function useCallQuery<R extends CallRoute>(
  route: R,
  request: Request<R>,
  { shows, ...options }: CallQueryOptions = {},
): UseQueryResult<Answer<R>, Error> {
  return useRead(callQuery(route, request, shows), options);
}

/** The same for a read that is given as data. */
export function useRead<T>(
  query: UseQueryOptions<T, Error, T, QueryKey>,
  { enabled, poll = false, keep = false, steady }: Omit<CallQueryOptions, 'shows'> = {},
): UseQueryResult<T, Error> {
  const live = useLiveConnected();
  return useQuery<T, Error, T, QueryKey>({
    ...query,
    enabled,
    placeholderData: keep ? keepPreviousData : undefined,
    refetchInterval: pollInterval(poll, live && !steady),
  });
}

/**
 * Writes through a route of the contract; what the route changes is refreshed at once. `onAnswer` comes before that, for
 * what must not see the refreshed data, such as the page of a thing that is gone.
 */
export function useCall<R extends CallRoute>(
  route: R,
  { onAnswer }: { onAnswer?: () => void } = {},
): UseMutationResult<Answer<R>, Error, Request<R>> {
  return useMutation({
    mutationFn: (request: Request<R>) => call(route, request),
    onSuccess: (_answer, request) => {
      onAnswer?.();
      return refresh(changesOf(route, request));
    },
  });
}
