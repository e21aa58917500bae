/** How often generic things are asked for again, in ms, when no live hints arrive. */
export const pollEvery = { default: 10_000, store: 5_000, slow: 60_000, permissions: 120_000, signIn: 1_000 } as const;

/** When a query is asked for again by itself; the first time is at once. */
export function pollInterval(delay: number | false, live: boolean): (query: Polled) => number | false {
  return (query) => (delay === false ? false : pollDelay(pollWhile(live, delay), failuresInARow(query)));
}

/** While live hints arrive, polling only covers for one that was lost. */
export function pollWhile(live: boolean, delay: number): number {
  return live ? Math.max(delay * 6, pollEvery.slow) : delay;
}

const backOffBase = 1_000;
const backOffCap = 600_000;

/** After a failed poll the delay doubles from one second up to ten minutes; a success brings back `delay`. */
export function pollDelay(delay: number, failuresInARow: number): number {
  if (failuresInARow === 0) return delay;
  return Math.min(backOffCap, backOffBase * 2 ** (failuresInARow - 1));
}

interface Polled {
  state: { status: string; errorUpdatedAt: number };
}

const failures = new WeakMap<object, { count: number; lastAt: number }>();

/** Counts a query's failures in a row, from the times of its errors. */
export function failuresInARow(query: Polled): number {
  const known = failures.get(query) ?? { count: 0, lastAt: 0 };
  if (query.state.status !== 'error') known.count = 0;
  else if (query.state.errorUpdatedAt !== known.lastAt) {
    known.count += 1;
    known.lastAt = query.state.errorUpdatedAt;
  }
  failures.set(query, known);
  return known.count;
}
