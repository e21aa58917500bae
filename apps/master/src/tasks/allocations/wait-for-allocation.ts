import type { Context } from '#platform/http/context.ts';
import { pause } from '#platform/pause.ts';
import { allocationChanged } from './allocation-events.ts';

/** Other masters' changes are seen by looking again this often. */
const lookAgainMs = 5_000;

/** Looks until `look` has an answer, at each change of the allocation, at most `ms` long; undefined when time is over. */
export async function waitForAllocation<T>(
  ctx: Context,
  allocationId: string,
  look: () => Promise<T | undefined>,
  ms: number,
): Promise<T | undefined> {
  const deadline = Date.now() + ms;
  let changed: () => void = () => {};
  // Listens before the first look: a change in between must not be missed.
  let change = new Promise<void>((resolve) => {
    changed = resolve;
  });
  const end = ctx.master.bus.subscribe(allocationChanged, (event) => {
    if (event.allocationId === allocationId) changed();
  });
  try {
    for (;;) {
      const found = await look();
      const left = deadline - Date.now();
      if (found !== undefined || left <= 0 || ctx.signal.aborted) return found;
      await Promise.race([change, pause(Math.min(left, lookAgainMs), ctx.signal)]);
      change = new Promise<void>((resolve) => {
        changed = resolve;
      });
    }
  } finally {
    end();
  }
}
