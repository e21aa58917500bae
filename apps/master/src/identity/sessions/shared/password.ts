import { createHash, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { FairQueue } from '#platform/fair-queue.ts';
import type { Master } from '#platform/master.ts';

const deriveNow = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
/** What scrypt (RFC 7914) is given: N times r is the memory in units of 128 bytes, p how often. */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** OWASP's figures for scrypt with 16 MB (password storage cheat sheet). */
export const usualCost: PasswordCost = { N: 16_384, r: 8, p: 5 };
const maxmem = 64 * 1024 * 1024;
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

const costs = new WeakMap<Master, PasswordCost>();

/** What this master's passwords are hashed at. */
export const passwordCost = (master: Master): PasswordCost => costs.get(master) ?? usualCost;

/** Another cost than the usual one for a master's passwords, before it has any. Tests sign in often. */
export function setPasswordCost(master: Master, cost: PasswordCost): void {
  costs.set(master, cost);
}

const prefixOf = ({ N, r, p }: PasswordCost) => `scrypt$${N}$${r}$${p}$`;

/** Whether a stored hash was made at another cost than today's. */
export const isOutdated = (stored: string, cost: PasswordCost): boolean =>
  stored !== '' && !stored.startsWith(prefixOf(cost));

/** Slow salted hash to store, worked out off the main thread. '' = blank password. */
export async function hashPassword(clientHash: string, cost: PasswordCost): Promise<string> {
  if (clientHash === '') return '';
  const salt = randomBytes(16);
  const key = await queue.run('new passwords', () => deriveNow(clientHash, salt, 32, { ...cost, maxmem }));
  return `${prefixOf(cost)}${salt.toString('base64')}$${key.toString('base64')}`;
}

/** What nothing anybody can send is the hash of: an unknown user must take as long as a known one. */
const nobody = (cost: PasswordCost) =>
  `${prefixOf(cost)}${randomBytes(16).toString('base64')}$${randomBytes(32).toString('base64')}`;

/**
 * Compares what a client sent with what is stored; takes as long for an unknown user (`stored` undefined), and for one whose
 * password is blank: else the time would tell which accounts there are, and which anybody may open.
 * @param lane who waits in one line: the accounts that exist each have their own, so that a flood of names that do not
 * exist keeps nobody out. Throws ResourceExhausted where the line is too long.
 */
export async function passwordMatches(
  stored: string | undefined,
  clientHash: string,
  lane: string,
  cost: PasswordCost,
): Promise<boolean> {
  const [, n, r, p, salt, key] = (stored || nobody(cost)).split('$');
  if (!n || !r || !p || !salt || !key) return false;
  const expected = Buffer.from(key, 'base64');
  const options = { N: Number(n), r: Number(r), p: Number(p), maxmem };
  const actual = await queue.run(lane, () =>
    deriveNow(clientHash, Buffer.from(salt, 'base64'), expected.length, options),
  );
  const matches = timingSafeEqual(actual, expected);
  return stored === '' ? clientHash === '' : matches && stored !== undefined;
}
