import { startTransition, useEffect, useState } from 'react';
import type { LogFilter } from './log-filter.ts';
import { type FindLines, LogMatches, type MatchesSnapshot } from './log-matches.ts';

/** Looks for the lines of a filter. */
export type FindByFilter = (filter: LogFilter) => FindLines;

export interface ShownMatches extends MatchesSnapshot {
  stop: () => void;
  goOn: () => void;
}

/** The lines that pass a filter, as they are found; undefined without a filter or before the log's length is known. */
export function useLogMatches(
  find: FindByFilter,
  filter: LogFilter | undefined,
  total: number | undefined,
): ShownMatches | undefined {
  const key = filter && total !== undefined ? JSON.stringify(filter) : undefined;
  const [before, setHeld] = useState<{ key: string; matches: LogMatches }>();
  let held = before;
  if (key !== held?.key) {
    // From here on: rows of another filter are not for a moment taken for those of this one.
    held = key && filter ? { key, matches: new LogMatches(find(filter), total ?? 0) } : undefined;
    setHeld(held);
  }
  const matches = held?.matches;
  const [found, setFound] = useState<{ by: LogMatches; snapshot: MatchesSnapshot }>();
  // What is found is drawn in slices: it keeps nobody from the page.
  useEffect(() => {
    const leave = matches?.subscribe(() => {
      const snapshot = matches.getSnapshot();
      startTransition(() => setFound({ by: matches, snapshot }));
    });
    return () => void leave?.();
  }, [matches]);
  // The search on the server goes on for as long as somebody looks.
  useEffect(() => matches?.open(), [matches]);
  useEffect(() => matches?.grow(total ?? 0), [matches, total]);
  const snapshot = found && found.by === matches ? found.snapshot : matches?.getSnapshot();
  return matches && snapshot && { ...snapshot, stop: () => matches.stop(), goOn: () => matches.goOn() };
}
