import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { LogLineRow } from './log-line-row.tsx';
import { type LogRows, linesOf } from './log-rows.ts';
import type { LogStore } from './log-store.ts';
import styles from './log-viewer.module.css';
import {
  keptInside,
  LINE_HEIGHT,
  linesInView,
  SEGMENT,
  segmentFrom,
  segmentStart,
  WRAPPED_SEGMENT,
} from './log-window.ts';

export interface LinesHandle {
  /** Brings the newest line into sight. */
  toEnd: () => void;
  /** Brings a row into the upper third. */
  toRow: (row: number) => void;
}

/** Lines from one to another, both included. */
export interface LineRange {
  from: number;
  to: number;
}

export interface LinesProps {
  handle: Ref<LinesHandle>;
  label: string;
  store: LogStore;
  /** Changes with the store, so that rows are drawn again. */
  version: number;
  rows: LogRows;
  follow: boolean;
  onFollow: (follow: boolean) => void;
  /** The row that stood on top when lines were shown otherwise: the reader goes on there. */
  from: number;
  /** Told the first and last row in sight. */
  onView: (first: number, last: number) => void;
  mark: RegExp | undefined;
  chosen: LineRange | undefined;
  /** The line that was stepped to. */
  now: number | undefined;
  /** A line's number was pressed. */
  onChoose: (line: number, further: boolean) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** How near to the end, in pixels, counts as being there. */
const NEAR_END = 2;

/** Lines of one height each: place and window by arithmetic, so that millions cost nothing. */
export function FixedLines(props: LinesProps) {
  const { handle, store, rows, follow, onFollow, from, onView } = props;
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

  // Following keeps the end in sight, else the same lines stay; the scroll position lives in the browser.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the rows have become more at either end
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (follow) toEnd();
    else keepInside(element);
    turnedBack(element);
    setScroll({ top: element.scrollTop, height: element.clientHeight });
  }, [follow, rows.first, rows.end]);

  function keepInside(element: HTMLElement) {
    const [first, last] = linesInView(element.scrollTop, element.clientHeight, segment, 0);
    const next = keptInside(segment, first, last, rows, SEGMENT);
    if (next === start) return;
    const top = element.scrollTop - (next - start) * LINE_HEIGHT;
    // A layout effect may not flush; what it sets is drawn before the next paint all the same.
    queueMicrotask(() => show(next, top));
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
  const numbers = linesOf(rows, first, last);
  useReading(store, numbers, rows.end);
  const [seenFirst, seenLast] = linesInView(scroll.top, scroll.height, segment, 0);
  useView(onView, seenFirst, seenLast);

  return (
    <LogBox {...props} boxRef={box} wrap={false} numbers={numbers} onScroll={onScroll}>
      <div className={styles.canvas} style={{ height: segment.count * LINE_HEIGHT, width: 'max-content' }}>
        <Spacer store={store} numbers={numbers} />
        {numbers.map((n, i) => (
          <Row key={n} {...props} n={n} above={numbers[i - 1]} top={(first + i - segment.start) * LINE_HEIGHT} />
        ))}
      </div>
    </LogBox>
  );
}

/** Lines that wrap are measured, so only some thousand around the reader are in the box. */
export function WrappedLines(props: LinesProps) {
  const { handle, store, version, rows, follow, onFollow, from, onView } = props;
  const box = useRef<HTMLDivElement>(null);
  const [start, setStart] = useState(() => segmentStart(from, rows, WRAPPED_SEGMENT));
  const turnedBack = useTurnBack();
  const jumped = useRef(false);
  const newest = segmentStart(rows.end, rows, WRAPPED_SEGMENT);
  if (follow && start !== newest) setStart(newest);
  const segment = segmentFrom(start, rows, WRAPPED_SEGMENT);

  const list = useVirtualizer({
    count: segment.count,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (index) => segment.start + index,
    overscan: 20,
  });

  const toEnd = () => list.scrollToIndex(segment.count - 1, { align: 'end' });
  function toRow(row: number) {
    jumped.current = true;
    const next = keptInside(segment, row, row, rows, WRAPPED_SEGMENT);
    flushSync(() => setStart(next));
    list.scrollToIndex(row - next, { align: 'center' });
  }
  useImperativeHandle(handle, () => ({ toEnd, toRow }));
  // Following keeps the end in sight; the scroll position lives in the browser.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when lines came or were measured
  useLayoutEffect(() => {
    if (follow) toEnd();
  }, [follow, rows.first, rows.end, version]);

  // The reader's place lives in the browser's scroll position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the lines are there
  useLayoutEffect(() => {
    if (!follow) list.scrollToIndex(from - segment.start, { align: 'start' });
  }, []);

  const items = list.getVirtualItems();
  const first = segment.start + (items[0]?.index ?? 0);
  const last = segment.start + (items.at(-1)?.index ?? 0);
  const numbers = linesOf(rows, first, last);
  useReading(store, numbers, rows.end);
  // Those in sight only: the reader goes on there when lines no longer wrap.
  const seenFirst = segment.start + (list.range?.startIndex ?? 0);
  const seenLast = segment.start + (list.range?.endIndex ?? 0);
  useView(onView, seenFirst, seenLast);

  function onScroll() {
    const element = box.current;
    if (!element) return;
    const back = turnedBack(element);
    const byJump = jumped.current;
    jumped.current = false;
    if (!byJump && isAtEnd(element) && segment.start + segment.count === rows.end) onFollow(true);
    else if (back && !byJump) onFollow(false);
    if (follow) return;
    const next = keptInside(segment, first, last, rows, WRAPPED_SEGMENT);
    if (next === start) return;
    const seen = list.getVirtualItemForOffset(element.scrollTop)?.index ?? 0;
    flushSync(() => setStart(next));
    list.scrollToIndex(Math.max(0, start + seen - next), { align: 'start' });
  }

  return (
    <LogBox {...props} boxRef={box} wrap numbers={numbers} onScroll={onScroll}>
      <div className={styles.canvas} style={{ height: list.getTotalSize() }}>
        {items.map((item) => {
          const row = segment.start + item.index;
          return (
            <Row
              key={item.key}
              {...props}
              n={rows.lineAt(row)}
              above={row > rows.first ? rows.lineAt(row - 1) : undefined}
              top={item.start}
              measure={list.measureElement}
              index={item.index}
            />
          );
        })}
      </div>
    </LogBox>
  );
}

interface RowProps extends LinesProps {
  n: number;
  /** The line above it. */
  above: number | undefined;
  top: number;
  measure?: Ref<HTMLDivElement>;
  index?: number;
}

function Row({ store, n, above, top, mark, chosen, now, measure, index }: RowProps) {
  const line = store.line(n);
  const time = line?.time;
  return (
    <LogLineRow
      n={n}
      line={line}
      sameTime={time !== undefined && time !== null && above !== undefined && store.line(above)?.time === time}
      top={top}
      mark={mark}
      chosen={chosen !== undefined && n >= chosen.from && n <= chosen.to}
      now={n === now}
      measure={measure}
      index={index}
    />
  );
}

function isAtEnd(element: HTMLElement): boolean {
  return element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR_END;
}

/** Tells whether the box has been scrolled towards its start since it was last asked. Growing and following only go on. */
function useTurnBack() {
  const top = useRef(0);
  return (element: HTMLElement) => {
    const back = element.scrollTop < top.current - 1;
    top.current = element.scrollTop;
    return back;
  };
}

interface LogBoxProps extends LinesProps {
  boxRef: Ref<HTMLDivElement>;
  wrap: boolean;
  numbers: number[];
  onScroll: () => void;
  children: ReactNode;
}

function LogBox({ boxRef, label, store, wrap, numbers, onScroll, onChoose, onKeyDown, children }: LogBoxProps) {
  function press(event: MouseEvent) {
    const line = event.target instanceof HTMLElement ? event.target.dataset.line : undefined;
    if (line !== undefined) onChoose(Number(line), event.shiftKey);
  }
  return (
    <div
      ref={boxRef}
      className={styles.lines}
      role="log"
      aria-live="off"
      aria-label={label}
      data-wrap={wrap}
      data-ranks={numbers.some((n) => (store.line(n)?.rank ?? null) !== null)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by key
      tabIndex={0}
      onScroll={onScroll}
      onClick={press}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>
  );
}

/** The box is as wide as its longest line in sight: the lines themselves are out of the flow. */
function Spacer({ store, numbers }: { store: LogStore; numbers: number[] }) {
  let longest = 0;
  for (const n of numbers) longest = Math.max(longest, store.line(n)?.text.length ?? 0);
  return <div aria-hidden="true" style={{ width: `calc(${Math.min(longest, 4000)}ch + 272px)`, height: 0 }} />;
}

function useReading(store: LogStore, numbers: number[], end: number) {
  const [first, last] = [numbers[0] ?? 0, numbers.at(-1) ?? 0];
  // The store reads what comes into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: first and last tell the numbers between; a longer log may have lines in view that were not there
  useEffect(() => store.needLines(numbers), [store, first, last, numbers.length, end]);
}

function useView(onView: LinesProps['onView'], first: number, last: number) {
  // What is in sight is known once the browser has laid the lines out.
  useEffect(() => onView(first, last), [onView, first, last]);
}
