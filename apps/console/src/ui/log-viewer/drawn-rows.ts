import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { LogRows } from './log-rows.ts';

/** Rows that are drawn anew between two frames: more would keep a slow machine from its reader. */
const PORTION = 12;

type Range = readonly [first: number, last: number];

/** Of the rows of a window those to draw next: what was drawn of it, and a portion more, first of those in sight. */
export function nextDrawn(drawn: Range | undefined, [first, last]: Range, seen: Range, portion = PORTION): Range {
  let [from, to] = drawn ? [Math.max(first, drawn[0]), Math.min(last, drawn[1])] : [0, -1];
  if (to < from) [from, to] = [seen[0], seen[0] - 1];
  let left = portion;
  const down = (end: number) => {
    const more = Math.max(0, Math.min(left, end - to));
    to += more;
    left -= more;
  };
  const up = (end: number) => {
    const more = Math.max(0, Math.min(left, from - end));
    from -= more;
    left -= more;
  };
  down(seen[1]);
  up(seen[0]);
  down(last);
  up(first);
  return [from, to];
}

/** The rows of a window that are drawn; the rest follows, a portion a frame. */
export function useDrawn(rows: LogRows, window: Range, seen: Range): Range {
  /** The first and last line that stand in the page: rows get other numbers when some are folded. */
  const standing: RefObject<Range | undefined> = useRef(undefined);
  const [, goOn] = useState(0);
  const lines = standing.current;
  const next = nextDrawn(lines && [rows.rowOf(lines[0]), rows.rowOf(lines[1])], window, seen);
  const [from, to] = next;
  useLayoutEffect(() => {
    standing.current = to < from ? undefined : [rows.lineAt(from), rows.lineAt(to)];
  });
  const done = from <= window[0] && to >= window[1];
  // The rest waits for the browser to draw.
  useEffect(() => {
    if (done) return;
    const frame = requestAnimationFrame(() => goOn((count) => count + 1));
    return () => cancelAnimationFrame(frame);
  });
  return next;
}
