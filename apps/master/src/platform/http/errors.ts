import { ApiError, invalidArgument } from '@determined/contract/errors.ts';
import type { Log } from '#platform/log.ts';

/**
 * What any thrown value means to the caller. Errors of the database that bad input can cause become 400 and 409
 * (decision 31); everything unexpected is a 500 that names only the request, its cause goes to the log.
 */
export function toApiError(error: unknown, log: Log, requestId: string): ApiError {
  if (error instanceof ApiError) return error;
  const { code, statusCode, message } = error as { code?: unknown; statusCode?: unknown; message?: string };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' || statusCode === 413) {
    return new ApiError('ResourceExhausted', 'the request is too large: at most 128 MiB of text, 96 MiB decoded', {
      status: 413,
    });
  }
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
  if (
    code === '57P01' ||
    code === '57P03' ||
    code === 'ECONNREFUSED' ||
    code === 'ECONNRESET' ||
    code === '08006' ||
    code === 'ENOENT'
  ) {
    return new ApiError('Unavailable', 'the database is not reachable at the moment, try again');
  }
  if (statusCode === 400) return invalidArgument(message ?? 'bad request');
  log.error({ err: error, requestId }, 'request failed');
  return new ApiError('Internal', `internal error; the master's log has the details under request ${requestId}`);
}
