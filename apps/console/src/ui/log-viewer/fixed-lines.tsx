import { useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FoldedRows } from './folded-rows.ts';
import {
  anchorOf,
  isAtEnd,
  type LinesProps,
  LogBox,
  numbersOf,
  Row,
  rowsBetween,
  Spacer,
  useReading,
  useTurnBack,
  useView,
} from './log-lines.tsx';
import styles from './log-viewer.module.css';
import { keptInside, LINE_HEIGHT, linesInView, SEGMENT, segmentFrom, segmentStart } from './log-window.ts';

/** Lines of one height each: place and window by arithmetic, so that millions cost nothing. */
export function FixedLines(props: LinesProps) {
  const { handle, store, rows, follow, onFollow, from, onView, now } = props;
  const box = useRef<HTMLDivElement>(null);
  const [start, setStart] = useState(() => segmentStart(from, rows, SEGMENT));
  const [scroll, setScroll] = useState({ top: 0, height: 600 });
  const turnedBack = useTurnBack();
  const jumped = useRef(false);
  const newest = segmentStart(rows.end, rows, SEGMENT);
  if (follow && start !== newest) setStart(newest);
  const segment = segmentFrom(start, rows, SEGMENT);

  function toEnd() {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
  }
  /** Another segment under the same lines: both have to change before the next paint. */
  function show(next: number, top: number) {
    const element = box.current;
    if (!element) return;
    flushSync(() => setStart(next));
    element.scrollTop = top;
    turnedBack(element);
    setScroll({ top: element.scrollTop, height: element.clientHeight });
  }
  function toRow(row: number) {
    const [first, last] = [Math.max(rows.first, row - 100), Math.min(rows.end, row + 100)];
    const inside = first >= segment.start && last <= segment.start + segment.count;
    const next = inside ? start : segmentStart(row, rows, SEGMENT);
    jumped.current = true;
    show(next, (row - next) * LINE_HEIGHT - (box.current?.clientHeight ?? 0) / 3);
  }
  useImperativeHandle(handle, () => ({ toEnd, toRow }));

  // The reader's place lives in the browser's scroll position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the lines are there
  useLayoutEffect(() => {
    const element = box.current;
    if (element && !follow) element.scrollTop = (from - segment.start) * LINE_HEIGHT;
  }, []);

  const awaited = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another segment has been drawn
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || awaited.current === undefined) return;
    scrollTo(element, awaited.current);
    awaited.current = undefined;
    turnedBack(element);
    setScroll({ top: element.scrollTop, height: element.clientHeight });
  }, [start]);

  // Following keeps the end in sight, else the same lines stay; the scroll position lives in the browser.
  const shown = useRef(rows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the rows have changed
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (follow) toEnd();
    else if (!keepPlace(element, shown.current)) keepInside(element);
    shown.current = rows;
    turnedBack(element);
    setScroll({ top: element.scrollTop, height: element.clientHeight });
  }, [follow, rows]);

  /** Rows that became more or fewer before those in sight move the box along with them. */
  function keepPlace(element: HTMLElement, were: FoldedRows): boolean {
    // A box with less in it may have been scrolled by the browser already.
    const top = isAtEnd(element) ? Math.max(element.scrollTop, scroll.top) : element.scrollTop;
    const seen = start + Math.ceil(top / LINE_HEIGHT);
    const row = anchorOf(were, now, seen, seen + Math.floor(element.clientHeight / LINE_HEIGHT) - 1);
    const shift = rows.rowOf(were.lineAt(row)) - row;
    if (shift === 0 && element.scrollTop === top) return false;
    const next = Math.max(rows.first, Math.min(rows.end - SEGMENT, start + shift));
    place(element, next, top + (shift - (next - start)) * LINE_HEIGHT);
    return true;
  }

  function keepInside(element: HTMLElement) {
    const [first, last] = linesInView(element.scrollTop, element.clientHeight, segment, 0);
    const next = keptInside(segment, first, last, rows, SEGMENT);
    if (next !== start) place(element, next, element.scrollTop - (next - start) * LINE_HEIGHT);
  }

  /** In a layout effect: another segment has to be drawn before it can be scrolled, both before the next paint. */
  function place(element: HTMLElement, next: number, top: number) {
    if (next === start) scrollTo(element, top);
    else {
      setStart(next);
      awaited.current = top;
    }
  }
  function scrollTo(element: HTMLElement, top: number) {
    element.scrollTop = top;
    jumped.current = element.scrollTop !== scroll.top;
  }

  function onScroll() {
    const element = box.current;
    if (!element) return;
    const back = turnedBack(element);
    const { clientHeight: height } = element;
    const byJump = jumped.current;
    jumped.current = false;
    if (!byJump && isAtEnd(element) && segment.start + segment.count === rows.end) onFollow(true);
    else if (back) onFollow(false);
    const [first, last] = linesInView(element.scrollTop, height, segment, 0);
    const next = keptInside(segment, first, last, rows, SEGMENT);
    if (next === start) setScroll({ top: element.scrollTop, height });
    else show(next, element.scrollTop - (next - start) * LINE_HEIGHT);
  }

  const [first, last] = linesInView(scroll.top, scroll.height, segment);
  const numbers = numbersOf(rows, first, last);
  useReading(store, numbers, rows.end);
  const [seenFirst, seenLast] = linesInView(scroll.top, scroll.height, segment, 0);
  useView(onView, seenFirst, seenLast);

  return (
    <LogBox {...props} boxRef={box} wrap={false} numbers={numbers} onScroll={onScroll}>
      <div className={styles.canvas} style={{ height: segment.count * LINE_HEIGHT, width: 'max-content' }}>
        <Spacer store={store} numbers={numbers} />
        {rowsBetween(rows, first, last).map((row) => (
          <Row key={rows.lineAt(row)} {...props} row={row} top={(row - segment.start) * LINE_HEIGHT} />
        ))}
      </div>
    </LogBox>
  );
}
