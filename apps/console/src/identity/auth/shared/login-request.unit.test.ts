import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { loginRequest } from './login-request.ts';

// The command line client's own digest of "Dev-Passw0rd", made here by another implementation.
const digest = (password: string) => createHash('sha512').update(`GubPEmmotfiK9TMD6Zdw${password}`).digest('hex');

afterEach(() => vi.unstubAllGlobals());

describe('[AUTH-057] what sign-in sends', () => {
  test('the salted SHA-512 of the password, marked as hashed', async () => {
    expect(await loginRequest({ username: 'ada', password: 'Dev-Passw0rd' })).toEqual({
      username: 'ada',
      password: digest('Dev-Passw0rd'),
      isHashed: true,
    });
  });

  test('the same where the browser has no crypto.subtle', async () => {
    vi.stubGlobal('crypto', {});
    expect((await loginRequest({ username: 'ada', password: 'grün' })).password).toBe(digest('grün'));
  });

  test('a blank password stays blank', async () => {
    expect((await loginRequest({ username: 'ada', password: '' })).password).toBe('');
  });
});
