import type { AnyRoute } from '@determined/contract/route.ts';
import { changesOf } from '@determined/contract/staleness.ts';
import { call, type Request } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { refresh } from '#platform/api/query-client.ts';
import { reportError } from '#platform/api/report-error.ts';

/** Makes a call that asks nothing more of the reader; a failure is said under `failed`, with the server's words. */
export function act<R extends AnyRoute>(route: R, request: Request<R>, failed: string): void {
  call(route, request)
    .catch((error: unknown) => reportError(error, { title: failed, message: messageOf(error) }))
    // Also after a failure: what was shown was not true then.
    .finally(() => refresh(changesOf(route, request)));
}
