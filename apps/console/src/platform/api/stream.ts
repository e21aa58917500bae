import type { AnyRoute, Reply, RequestInput } from '@determined/contract/route.ts';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

/**
 * A streaming call as a read: what has come so far is there at once, and whoever leaves the page ends the stream. `add` makes
 * one of what is known and of what came; `failed` says what no place of the page does.
 */
export function streamQuery<R extends AnyRoute, Known>(
  route: R,
  request: RequestInput<R>,
  nothing: Known,
  add: (known: Known, line: Reply<R>) => Known,
  failed: (error: unknown) => void = () => {},
) {
  const queryKey = ['stream', route.name, request];
  return queryOptions<Known>({
    queryKey,
    queryFn: async ({ signal, client: cache }) => {
      let known = nothing;
      try {
        for await (const line of client.stream(route, request, { signal })) {
          known = add(known, line);
          cache.setQueryData(queryKey, known);
        }
      } catch (error) {
        failed(error);
        throw error;
      }
      return known;
    },
    // It tells of what is new by itself, until there is nothing new any more.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}
