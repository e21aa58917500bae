import type { Master } from './master.ts';
import { runEvery } from './run-every.ts';

const everyMs = 5_000;
/** Of one core: more than what a master does by itself. */
const busyShare = 0.05;
/** So many turns without work are rest: a collection keeps who asks just then waiting for a tenth of a second. */
const restingTurns = 2;
/** After so many, what the last collection left is no measure any more: a thread or work that has ended since may have held it. */
const longRestTurns = 4;
/** After so many, what the master does by itself when there has been no change for half a minute is over. */
const lateTurns = 8;
/** Below it there is nothing worth collecting. */
const smallBytes = 180e6;
/** What it has grown to, beside what the last collection left, before it is collected again. */
const growth = 1.1;

export interface Use {
  /** Of the processor, all threads, since the start. */
  microseconds: number;
  /** Resident. */
  bytes: number;
}

/**
 * Gives the memory of what was done back to the machine when there is nothing more to do: V8 collects when it needs room,
 * which a master at rest never does, and keeps a pool of pages even then; only its last resort lets go of that. What
 * threads have freed goes back after it. Does nothing in a Node without `--expose-gc`, which `npm start` gives.
 */
export function returnMemoryAtRest(master: Master): void {
  const collect = globalThis.gc;
  if (!collect) return;
  const isDue = collectionDue(everyMs);
  const use = (): Use => {
    const { user, system } = process.cpuUsage();
    return { microseconds: user + system, bytes: process.memoryUsage.rss() };
  };
  runEvery(master, everyMs, 'returning memory', async () => {
    if (!isDue(use())) return;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    (await allocatorTrim())?.();
  });
}

/** Gives back what glibc keeps of freed blocks for each thread; undefined where the C library is another. */
export async function allocatorTrim(): Promise<(() => boolean) | undefined> {
  try {
    const { default: koffi } = await import('koffi');
    const trim = koffi.load('libc.so.6').func('int malloc_trim(size_t pad)');
    return () => trim(0) === 1;
  } catch {
    // macOS and musl have no such library, or no such function.
    return undefined;
  }
}

/** Told every `ms` what is used: says when there has been work, then rest, and memory has grown, or rest has been long; three times a rest at most. */
export function collectionDue(ms: number): (use: Use) => boolean {
  let before = 0;
  // There has been no work.
  let rested = Number.POSITIVE_INFINITY;
  let left = 0;
  let wasCollected = false;
  return ({ microseconds, bytes }) => {
    // A collection is work as well, but not what is waited for.
    const isBusy = !wasCollected && microseconds - before > busyShare * ms * 1000;
    before = microseconds;
    if (wasCollected) left = bytes;
    rested = isBusy ? 0 : rested + 1;
    const hasGrown = bytes > left * growth;
    // No more often: what little work goes on meanwhile is kept waiting each time.
    const isTime = rested === longRestTurns || (hasGrown && (rested === restingTurns || rested === lateTurns));
    wasCollected = bytes > smallBytes && isTime;
    return wasCollected;
  };
}
