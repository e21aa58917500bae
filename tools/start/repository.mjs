// Runs on Node 20 before anything is installed: no dependencies, no TypeScript.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export const repository = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..', '..');
export const cache = join(repository, '.cache');

/** A message for the person at the terminal; no stack is shown. */
export class Refusal extends Error {}

/** Runs a command's main function; a refusal ends it with its message alone. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Refusal ? `\n${error.message}` : error);
    process.exitCode = 1;
  }
}

/** One at a time among all processes of this clone: two `npm test` must not install into the same folder at once. */
export async function exclusively(name, work) {
  const lock = join(cache, `${name}.lock`);
  mkdirSync(cache, { recursive: true });
  while (!take(lock)) await delay(200);
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!alive(Number(readOrEmpty(lock)))) rmSync(lock, { force: true });
    return false;
  }
}

function readOrEmpty(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function alive(pid) {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
