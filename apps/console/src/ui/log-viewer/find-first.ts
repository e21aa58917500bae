import type { LogFilter } from './log-filter.ts';
import type { FindLines } from './log-matches.ts';

interface Looking {
  signal: AbortSignal;
  /** Told how far the search has come. */
  tell?: (line: number) => void;
}

/** The first line of a log that any search finds, however many answers it takes. */
export async function findFirst(finds: readonly FindLines[], { signal, tell }: Looking): Promise<number | undefined> {
  let first: number | undefined;
  const looked = finds.map(() => 0);
  await Promise.all(
    finds.map(async (find, i) => {
      // What one has found, no other has to look behind.
      for (let from = 0; first === undefined || from < first; ) {
        const { runs, at, done } = await find({
          from,
          ...(first && { to: first }),
          newestFirst: false,
          limit: 1,
          signal,
        });
        if (runs[0] !== undefined) first = Math.min(first ?? runs[0], runs[0]);
        if (runs[0] !== undefined || done) return;
        from = at;
        looked[i] = at;
        tell?.(Math.min(...looked));
      }
    }),
  );
  return first;
}

const ERRORS = ['ERROR', 'CRITICAL'];

/** By what an error is found among the lines that pass a filter: its level, or a traceback of whatever level. */
export function errorFilters(among: LogFilter): LogFilter[] {
  const { level = [] } = among.choices;
  const levels = ERRORS.filter((one) => level.length === 0 || level.includes(one));
  return [
    ...(levels.length > 0 ? [{ ...among, choices: { ...among.choices, level: levels } }] : []),
    // There is one text to look for.
    ...(among.text === '' ? [{ ...among, text: 'Traceback (most recent call last):', regex: false }] : []),
  ];
}
