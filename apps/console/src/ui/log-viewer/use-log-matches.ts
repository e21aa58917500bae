import { useEffect, useState, useSyncExternalStore } from 'react';
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
  const [held, setHeld] = useState<{ key: string; matches: LogMatches }>();
  if (key !== held?.key) {
    setHeld(key && filter ? { key, matches: new LogMatches(find(filter), total ?? 0) } : undefined);
  }
  const matches = key === held?.key ? held?.matches : undefined;
  // The search on the server goes on for as long as somebody looks.
  useEffect(() => matches?.open(), [matches]);
  useEffect(() => matches?.grow(total ?? 0), [matches, total]);
  const snapshot = useSyncExternalStore(matches?.subscribe ?? neverChanges, () => matches?.getSnapshot());
  return matches && snapshot && { ...snapshot, stop: () => matches.stop(), goOn: () => matches.goOn() };
}

const neverChanges = () => () => {};
