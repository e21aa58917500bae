import { ApiError, wordsWithPlace } from '@determined/contract/errors.ts';

export const errorTypes = ['api', 'apiBadResponse', 'assert', 'auth', 'input', 'server', 'ui', 'unknown'] as const;
export type ErrorType = (typeof errorTypes)[number];
export const errorLevels = ['error', 'fatal', 'warning'] as const;
export type ErrorLevel = (typeof errorLevels)[number];

export const unknownErrorMessage = 'Unknown error encountered.';
export const tryLaterMessage = 'Please try again later.';
const remoteTokenExpired = 'remote user token expired';

/** What the console makes of anything that was thrown. */
export interface ConsoleError {
  type: ErrorType;
  level: ErrorLevel;
  message: string;
}

export function isAborted(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'CancelledError');
}

export function isNotFound(error: unknown): boolean {
  if (error instanceof ApiError && error.status === 404) return true;
  return error instanceof Error && error.message.includes('not found');
}

export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.code === 'Unauthenticated');
}

export function isRemoteExpired(error: unknown): boolean {
  return error instanceof Error && error.message.includes(remoteTokenExpired);
}

/** No answer came at all. See reach.ts. */
export class UnreachableError extends Error {
  override name = 'UnreachableError';
}

/** Says of what a page's own file failed with that the file did not come; browsers throw a plain TypeError then. */
export function markMissingFile(error: Error): void {
  Object.assign(error, { name: 'MissingFileError', message: 'Server is Unreachable' });
}

export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && error.name === 'MissingFileError';
}

/** What a proxy answers in the server's place. */
export const isGatewayStatus = (status: number): boolean => [502, 503, 504].includes(status);

export function isUnreachable(error: unknown): boolean {
  if (error instanceof UnreachableError || isMissingFile(error)) return true;
  return error instanceof ApiError && isGatewayStatus(error.status);
}

export function consoleError(error: unknown): ConsoleError {
  if (isSignedOut(error)) return { type: 'auth', level: 'error', message: messageOf(error) };
  if (error instanceof ApiError) {
    return { type: error.status >= 500 ? 'server' : 'api', level: 'error', message: messageOf(error) };
  }
  if (error instanceof Error && error.name === 'DecodeError') {
    return { type: 'apiBadResponse', level: 'fatal', message: error.message };
  }
  if (isUnreachable(error)) return { type: 'server', level: 'error', message: 'Server is Unreachable' };
  return { type: error instanceof Error ? 'ui' : 'unknown', level: 'error', message: messageOf(error) };
}

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : '';
  const words = wordsWithPlace(error);
  // Answers to our own calls say it themselves.
  return error.message.endsWith(words.slice(error.message.length)) ? error.message : words;
}

/** The server's words where it gave any, beginning as sentences do. */
export function messageOf(error: unknown): string {
  // Words of the wire that say nothing to a reader, recorded as they are.
  const message = wordsOf(error).replaceAll(/rpc error: code = \w+ desc = /g, '');
  return message === '' ? unknownErrorMessage : message.charAt(0).toUpperCase() + message.slice(1);
}
