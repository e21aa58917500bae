import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DecodeError } from '@determined/contract/client.ts';
import {
  ApiError,
  missingPermission,
  notFound,
  readWireError,
  unauthenticated,
  wireError,
} from '@determined/contract/errors.ts';
import { expect, test } from 'vitest';
import {
  consoleError,
  errorLevels,
  errorTypes,
  isAborted,
  isNotFound,
  isRemoteExpired,
  isUnreachable,
  messageOf,
  UnreachableError,
} from './console-error.ts';

test('[ERR-001] what says nothing about itself is an unknown error', () => {
  expect(messageOf('thrown text')).toBe('Unknown error encountered.');
  expect(messageOf(new Error(''))).toBe('Unknown error encountered.');
  expect(messageOf(new Error('no space left'))).toBe('No space left');
});

test('[ERR-002, ERR-003] an answer that cannot be decoded is fatal and names its call', () => {
  expect(consoleError(new DecodeError('getWorkspaces', new Error('x')))).toEqual({
    type: 'apiBadResponse',
    level: 'fatal',
    message: 'Failed in decoding getWorkspaces API response.',
  });
});

test('[ERR-006] the expiry of a remote token is told from its text', () => {
  expect(isRemoteExpired(unauthenticated('remote user token expired'))).toBe(true);
  expect(isRemoteExpired(unauthenticated())).toBe(false);
});

test('[ERR-007] status 404 means not found', () => {
  expect(isNotFound(new ApiError('NotFound', 'gone'))).toBe(true);
  expect(isNotFound(new ApiError('PermissionDenied', 'no'))).toBe(false);
});

test('[ERR-008] so does a message that says so', () => {
  expect(isNotFound(new ApiError('Internal', notFound('project', 7).message))).toBe(true);
});

test('an aborted call is told from a broken one', () => {
  expect(isAborted(new DOMException('stopped', 'AbortError'))).toBe(true);
  expect(isAborted(new Error('stopped'))).toBe(false);
});

test('only a missing answer means that the server is away, not a mistake of our own', () => {
  expect(isUnreachable(new UnreachableError('x'))).toBe(true);
  expect(isUnreachable(new ApiError('Unavailable', 'x'))).toBe(true);
  expect(isUnreachable(new TypeError('x is not a function'))).toBe(false);
});

test('words of the wire are not the reader’s', () => {
  const recorded =
    'invalid resource configuration: rpc error: code = InvalidArgument desc = resource pool nope does not exist';
  expect(messageOf(new ApiError('InvalidArgument', recorded))).toBe(
    'Invalid resource configuration: resource pool nope does not exist',
  );
  expect(messageOf(new ApiError('NotFound', "rpc error: code = NotFound desc = experiment '7' not found"))).toBe(
    "Experiment '7' not found",
  );
});

test('whoever lacks a permission reads where he would need it, once', () => {
  const lacking = missingPermission(['UPDATE_EXPERIMENT'], { scope: { workspaceId: 7 } });
  const said = 'Access denied; required permissions: PERMISSION_TYPE_UPDATE_EXPERIMENT, on workspace 7';
  for (const own of [false, true]) expect(messageOf(readWireError(wireError(lacking, own), 403))).toBe(said);
});

/** A thrown thing's own words, taken without `messageOf`. */
const rawWords = /\b(error|reason|failure|cause)\??\.message\b|String\((error|reason)\)(?!\))/;

test('only here are the words of an error taken as they are', () => {
  const root = join(import.meta.dirname, '../..');
  const sources = globSync('**/*.{ts,tsx}', { cwd: root }).filter((path) => !path.includes('.test.'));
  expect(sources.length).toBeGreaterThan(100);
  const raw = sources.filter((path) => rawWords.test(readFileSync(join(root, path), 'utf8')));
  expect(raw).toEqual(['platform/api/console-error.ts']);
  expect(rawWords.test('<span>{error.message}</span>')).toBe(true);
});

test('[ERR-014, ERR-015] errors have these types and levels', () => {
  expect(errorTypes).toEqual(['api', 'apiBadResponse', 'assert', 'auth', 'input', 'server', 'ui', 'unknown']);
  expect(errorLevels).toEqual(['error', 'fatal', 'warning']);
});
