import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { FairQueue } from '#platform/fair-queue.ts';

const deriveNow = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
/** OWASP's figures for scrypt with 16 MB (password storage cheat sheet). */
const cost = { N: 16_384, r: 8, p: 5, maxmem: 64 * 1024 * 1024 };
/** Each takes 16 MB and one of the four threads that files and names are read with, too. */
const queue = new FairQueue({ atOnce: 2, waitingEach: 200 });

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

const costPrefix = `scrypt$${cost.N}$${cost.r}$${cost.p}$`;

/** Whether a stored hash was made at another cost than today's. */
export const isOutdated = (stored: string): boolean => stored !== '' && !stored.startsWith(costPrefix);

/** Slow salted hash to store, worked out off the main thread. '' = blank password. */
export async function hashPassword(clientHash: string): Promise<string> {
  if (clientHash === '') return '';
  const salt = randomBytes(16);
  const key = await queue.run('new passwords', () => deriveNow(clientHash, salt, 32, cost));
  return `${costPrefix}${salt.toString('base64')}$${key.toString('base64')}`;
}

// Hash of nothing anybody can send: an unknown user must take as long as a known one.
const nobody = hashPassword(randomBytes(32).toString('hex'));

/**
 * Compares what a client sent with what is stored; takes as long for an unknown user (`stored` undefined).
 * @param lane who waits in one line: the accounts that exist each have their own, so that a flood of names that do not
 * exist keeps nobody out. Throws ResourceExhausted where the line is too long.
 */
export async function passwordMatches(stored: string | undefined, clientHash: string, lane: string): Promise<boolean> {
  if (stored === '') return clientHash === '';
  const [, n, r, p, salt, key] = (stored ?? (await nobody)).split('$');
  if (!n || !r || !p || !salt || !key) return false;
  const expected = Buffer.from(key, 'base64');
  const options = { N: Number(n), r: Number(r), p: Number(p), maxmem: cost.maxmem };
  const actual = await queue.run(lane, () =>
    deriveNow(clientHash, Buffer.from(salt, 'base64'), expected.length, options),
  );
  return timingSafeEqual(actual, expected) && stored !== undefined;
}
