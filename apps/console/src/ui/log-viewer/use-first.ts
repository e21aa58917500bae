import { useEffect, useRef, useState } from 'react';
import { findFirst } from './find-first.ts';
import type { LogFilter } from './log-filter.ts';
import type { FindByFilter } from './use-log-matches.ts';

/** Looks through a whole log for the first line of a kind, as long as nobody stops it. */
export function useFirst(find: FindByFilter, failed: (error: Error) => string, goTo: (line: number) => void) {
  const [note, setNote] = useState<string>();
  /** How many lines have been looked at. */
  const [looked, setLooked] = useState<number>();
  const search = useRef<AbortController>(undefined);
  // A search on the server goes on for as long as somebody looks.
  useEffect(() => () => search.current?.abort(), []);

  function stop() {
    search.current?.abort();
    setLooked(undefined);
  }
  async function look(filters: readonly LogFilter[], none: string) {
    stop();
    setNote(undefined);
    setLooked(0);
    const one = new AbortController();
    search.current = one;
    const { signal } = one;
    let line: number | undefined;
    let problem: Error | undefined;
    try {
      line = await findFirst(filters.map(find), { signal, tell: (at) => signal.aborted || setLooked(at) });
    } catch (error) {
      problem = error as Error;
    }
    if (signal.aborted) return;
    setLooked(undefined);
    if (line !== undefined) goTo(line);
    else setNote(problem ? failed(problem) : none);
  }
  return { note, setNote, looked, look, stop };
}
