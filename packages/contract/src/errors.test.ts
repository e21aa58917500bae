import { expect, test } from 'vitest';
import {
  ApiError,
  bulkErrorText,
  errorCodes,
  failedPrecondition,
  missingPermission,
  notFound,
  readWireError,
  wireError,
  wireStreamError,
} from './errors.ts';

test('the unary form', () => {
  expect(wireError(notFound('experiment', 7))).toEqual({
    error: { code: 5, reason: 'NotFound', error: "experiment '7' not found" },
  });
});

test('the form at the end of a stream', () => {
  expect(wireStreamError(notFound('trial', 3))).toEqual({
    error: { grpcCode: 5, httpCode: 404, message: "trial '3' not found", httpStatus: 'Not Found', details: [] },
  });
});

test('every code has the status of the wire', () => {
  const pairs = Object.values(errorCodes).map(([code, status]) => `${code}:${status}`);
  expect(pairs.join(' ')).toBe(
    '1:408 2:500 3:400 4:504 5:404 6:409 7:403 8:429 9:400 10:409 11:400 12:501 13:500 14:503 15:500 16:401',
  );
});

test('texts', () => {
  expect(notFound('user').message).toBe('user not found');
  expect(notFound('experiment', 1, true).message).toBe("experiment '1' not found, please check your permissions.");
  const missing = missingPermission(['VIEW_NSC', 'UPDATE_NSC'], { scope: { workspaceId: 7 } });
  const text = 'access denied; required permissions: PERMISSION_TYPE_VIEW_NSC, PERMISSION_TYPE_UPDATE_NSC';
  expect(missing.message).toBe(text);
  const required = {
    permissions: ['PERMISSION_TYPE_VIEW_NSC', 'PERMISSION_TYPE_UPDATE_NSC'],
    scope: { workspaceId: 7 },
  };
  const body = { code: 7, reason: 'PermissionDenied', required };
  expect(wireError(missing)).toEqual({ error: { ...body, error: text } });
  expect(readWireError(wireError(missing), 403)).toMatchObject({ code: 'PermissionDenied', message: text, required });
  expect(wireError(missing, true)).toEqual({ error: { ...body, error: `${text}, on workspace 7` } });
  expect(missingPermission(['VIEW_NSC'], { scope: 'cluster', oneOf: true }).message).toBe(
    'access denied; one of the following permissions required: PERMISSION_TYPE_VIEW_NSC',
  );
  expect(missingPermission([], { scope: 'cluster' })).toMatchObject({ message: 'access denied', required: undefined });
  expect(bulkErrorText(failedPrecondition('experiment in terminal state'))).toBe(
    'rpc error: code = FailedPrecondition desc = experiment in terminal state',
  );
});

test('all three forms are read back', () => {
  const error = new ApiError('AlreadyExists', 'taken');
  expect(readWireError(wireError(error), 409)).toMatchObject({ code: 'AlreadyExists', message: 'taken', status: 409 });
  expect(readWireError(wireStreamError(error), 200)).toMatchObject({ code: 'AlreadyExists', message: 'taken' });
  expect(readWireError({ message: 'Unauthorized' }, 401)).toMatchObject({ code: 'Unauthenticated' });
  expect(readWireError({ result: {} }, 200)).toBeUndefined();
  expect(readWireError('gone', 502)).toBeUndefined();
});
