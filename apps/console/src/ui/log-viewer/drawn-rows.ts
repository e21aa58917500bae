import { type RefObject, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { LogRows } from './log-rows.ts';

/** Rows that are drawn anew between two frames: more would keep a slow machine from its reader. */
const PORTION = 5;

/** Milliseconds for which nothing may come before more is drawn than is in sight of a log that is followed. */
const REST_MS = 500;

type Range = readonly [first: number, last: number];

/** Of the rows of a window those to draw next: what was drawn of it, and a portion more, first of those in sight. */
export function nextDrawn(drawn: Range | undefined, [first, last]: Range, seen: Range, portion: number): Range {
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

/** The rows of a window that are drawn; the rest follows, a portion a frame, and what is out of sight once a log that is followed rests. */
export function useDrawn(rows: LogRows, window: Range, seen: Range, follow: boolean): Range {
  const [portion, goOn] = useState(0);
  /** The first and last line that stand in the page: rows get other numbers when some are folded. And what they are of. */
  const standing: RefObject<{ lines: Range | undefined; of: string } | undefined> = useRef(undefined);
  const lines = standing.current?.lines;
  const of = `${window} ${portion}`;
  // What is drawn again before the browser has shown it gets no further portion.
  const size = standing.current?.of === of ? 0 : PORTION;
  const next = nextDrawn(lines && [rows.rowOf(lines[0]), rows.rowOf(lines[1])], window, seen, size);
  const [from, to] = next;
  useLayoutEffect(() => {
    standing.current = { lines: to < from ? undefined : [rows.lineAt(from), rows.lineAt(to)], of };
  });
  const isDrawn = (range: Range) => from <= range[0] && to >= range[1];
  const done = isDrawn(window);
  const rests = follow && isDrawn(seen);
  // The rest waits for the browser to draw.
  useEffect(() => {
    if (done) return;
    const more = () => startTransition(() => goOn((count) => count + 1));
    if (rests) {
      const timer = setTimeout(more, REST_MS);
      return () => clearTimeout(timer);
    }
    const frame = requestAnimationFrame(more);
    return () => cancelAnimationFrame(frame);
  });
  return next;
}
