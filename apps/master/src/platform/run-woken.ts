import type { Master } from './master.ts';

/**
 * Does the work at the start, whenever the returned function is called, and again and again: for work that an event tells
 * of, and that must not be forgotten where its event was lost. One turn at a time; stopping waits for it.
 */
export function runWoken(master: Master, milliseconds: number, name: string, work: () => Promise<unknown>): () => void {
  let alarm = new AbortController();
  alarm.abort();
  const turns = async () => {
    for (;;) {
      await master.clock.sleep(milliseconds, AbortSignal.any([master.stopping, alarm.signal]));
      if (master.stopping.aborted) return;
      alarm = new AbortController();
      await work().catch((error) => master.log.warn({ err: error }, `${name} failed; it is tried again later`));
    }
  };
  const ended = turns();
  master.onStop(() => ended);
  return () => alarm.abort();
}
