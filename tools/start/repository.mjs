// Runs on Node 20 before anything is installed: no dependencies, no TypeScript.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = join(fileURLToPath(import.meta.url), '..', '..', '..');
export const cache = join(repository, '.cache');

/** A message for the person at the terminal; no stack is shown. */
export class Refusal extends Error {}

const stop = new AbortController();

/** Aborted by Ctrl-C and its like. What runs then is ended and waited for, so that nothing is left running or half made. */
export const stopped = stop.signal;

/** Runs a command's main function; a refusal ends it with its message alone. */
export async function main(work) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => stop.abort(new Refusal('Interrupted.')));
  }
  try {
    await work();
  } catch (error) {
    const shown = stopped.aborted ? stopped.reason : error;
    console.error(shown instanceof Refusal ? `\n${shown.message}` : shown);
    process.exitCode = 1;
  }
}
