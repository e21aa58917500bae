import type { Master } from './master.ts';

/** Does the work again and again until the master stops, which waits for a turn that is under way. */
export function runEvery(master: Master, milliseconds: number, name: string, work: () => Promise<unknown>): void {
  const turns = async () => {
    while (!master.stopping.aborted) {
      await master.clock.sleep(milliseconds, master.stopping);
      if (master.stopping.aborted) return;
      await work().catch((error) => master.log.warn({ err: error }, `${name} failed; it is tried again later`));
    }
  };
  const ended = turns();
  master.onStop(() => ended);
}
