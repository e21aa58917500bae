import { setTimeout as delay } from 'node:timers/promises';

/** Waits until `look` answers something other than undefined or false; fails with `what` after `ms`. */
export async function eventually<T>(what: string, look: () => Promise<T> | T, ms = 30_000): Promise<NonNullable<T>> {
  const deadline = Date.now() + ms;
  let last: unknown;
  for (;;) {
    try {
      const found = await look();
      if (found !== undefined && found !== null && found !== false) return found;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) throw new Error(`${what} did not happen within ${ms} ms`, { cause: last });
    await delay(20);
  }
}
