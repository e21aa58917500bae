import { ApiError, invalidArgument } from '@determined/contract/errors.ts';
import { isTransient } from '#platform/db/connect.ts';
import { NewerSchemaError } from '#platform/db/schema-guard.ts';
import type { Log } from '#platform/log.ts';

/**
 * A training's calls are made again after what `Retry-After` names, twenty times (the package's `urllib3` heeds it with 503):
 * long enough for a database that is moved, or a disk that somebody makes room on.
 */
const retrySeconds = 10;
const forNow = (message: string): ApiError => new ApiError('Unavailable', message, { retryAfter: retrySeconds });

const tooLarge = 'the request is too large: at most 128 MiB of text, 96 MiB decoded, and much less without a sign-in';

/**
 * What any thrown value means to the caller. Errors of the database that bad input can cause become 400 and 409;
 * everything unexpected is a 500 that names only the request, its cause goes to the log.
 */
export function toApiError(error: unknown, log: Log, requestId: string): ApiError {
  if (error instanceof ApiError) return error;
  const { code, statusCode, message } = error as { code?: unknown; statusCode?: unknown; message?: string };
  if (statusCode === 413) return new ApiError('ResourceExhausted', tooLarge, { status: 413 });
  // Text PostgreSQL cannot hold (NUL), numbers out of range, dates that are none.
  if (
    code === '22021' ||
    code === '22003' ||
    code === '22P05' ||
    code === '22P02' ||
    code === '22007' ||
    code === '22008'
  ) {
    return invalidArgument(message ?? 'the request holds a value that cannot be stored');
  }
  if (code === '23505') return new ApiError('AlreadyExists', 'this already exists');
  // What it refers to was deleted meanwhile.
  if (code === '23503') return new ApiError('NotFound', 'something that the request names does not exist any more');
  if (error instanceof NewerSchemaError) return forNow(error.message);
  if (isTransient(error)) return forNow('the database is not reachable at the moment, try again');
  if (code === '53100' || code === '25006') {
    tellSometimes(log, error);
    return forNow('the database cannot write at the moment: the disk may be full');
  }
  // What the HTTP server itself refuses.
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return invalidArgument(message ?? 'bad request');
  log.error({ err: error, requestId }, 'request failed');
  return new ApiError('Internal', `internal error; the master's log has the details under request ${requestId}`);
}

const tellEveryMs = 60_000;
const told = new WeakMap<Log, number>();

/** Every write fails while the disk is full: a line a minute says it as well as one a request. */
function tellSometimes(log: Log, error: unknown): void {
  const now = performance.now();
  if (now - (told.get(log) ?? Number.NEGATIVE_INFINITY) < tellEveryMs) return;
  told.set(log, now);
  log.error({ err: error }, 'the database cannot write');
}
