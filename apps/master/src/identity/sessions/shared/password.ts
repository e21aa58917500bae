import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { resourceExhausted } from '@determined/contract/errors.ts';

const deriveNow = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(
  scrypt,
);
const cost = { N: 16_384, r: 8, p: 2, maxmem: 64 * 1024 * 1024 };
/** Each takes 16 MB and one of the four threads that files and names are read with, too. */
const mostAtOnce = 2;
const longestLine = 200;
let deriving = 0;
const line: (() => void)[] = [];

const derive: typeof deriveNow = async (...what) => {
  if (deriving < mostAtOnce) deriving++;
  else if (line.length < longestLine) await new Promise<void>((resolve) => line.push(resolve));
  else throw resourceExhausted('too many sign-ins at the same time; try again in a moment');
  try {
    return await deriveNow(...what);
  } finally {
    const next = line.shift();
    if (next) next();
    else deriving--;
  }
};

const clientSalt = 'GubPEmmotfiK9TMD6Zdw';

/**
 * What clients send in place of the typed password: hex SHA-512 of a fixed salt and the password; '' stays ''.
 * Source: facts, python client 3.1.
 */
export function clientPasswordHash(typed: string): string {
  return typed === ''
    ? ''
    : createHash('sha512')
        .update(clientSalt + typed)
        .digest('hex');
}

/** Slow salted hash to store, worked out off the main thread. '' = blank password. */
export async function hashPassword(clientHash: string): Promise<string> {
  if (clientHash === '') return '';
  const salt = randomBytes(16);
  const key = await derive(clientHash, salt, 32, cost);
  return `scrypt$${cost.N}$${cost.r}$${cost.p}$${salt.toString('base64')}$${key.toString('base64')}`;
}

// Hash of nothing anybody can send: an unknown user must take as long as a known one.
const nobody = hashPassword(randomBytes(32).toString('hex'));

/** Compares what a client sent with what is stored; takes as long for an unknown user (`stored` undefined). */
export async function passwordMatches(stored: string | undefined, clientHash: string): Promise<boolean> {
  if (stored === '') return clientHash === '';
  const [, n, r, p, salt, key] = (stored ?? (await nobody)).split('$');
  if (!n || !r || !p || !salt || !key) return false;
  const expected = Buffer.from(key, 'base64');
  const options = { N: Number(n), r: Number(r), p: Number(p), maxmem: cost.maxmem };
  const actual = await derive(clientHash, Buffer.from(salt, 'base64'), expected.length, options);
  return timingSafeEqual(actual, expected) && stored !== undefined;
}
