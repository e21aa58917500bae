import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits until `look` answers something other than undefined or false; fails with `what` after `ms`. Who has waited for long
 * looks less often: at what is slow to come since the processor is busy, looking itself would keep it so.
 */
export async function eventually<T>(what: string, look: () => Promise<T> | T, ms = 30_000): Promise<NonNullable<T>> {
  const from = Date.now();
  let last: unknown;
  for (;;) {
    try {
      const found = await look();
      if (found !== undefined && found !== null && found !== false) return found;
    } catch (error) {
      last = error;
    }
    const waited = Date.now() - from;
    if (waited > ms) throw new Error(`${what} did not happen within ${ms} ms`, { cause: last });
    await delay(Math.min(20 + waited / 50, 100));
  }
}
