import type { FindLines } from './log-matches.ts';

/** The first line of a log that is found, however many answers it takes. */
export async function findFirst(find: FindLines): Promise<number | undefined> {
  const { signal } = new AbortController();
  for (let from = 0; ; ) {
    const { runs, at, done } = await find({ from, newestFirst: false, limit: 1, signal });
    if (runs[0] !== undefined || done) return runs[0];
    from = at;
  }
}
