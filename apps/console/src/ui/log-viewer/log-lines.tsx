import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LogLineRow } from './log-line-row.tsx';
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
}

export interface LinesProps {
  handle: Ref<LinesHandle>;
  label: string;
  store: LogStore;
  /** Changes with the store, so that rows are drawn again. */
  version: number;
  total: number;
  follow: boolean;
  onFollow: (follow: boolean) => void;
  /** The line that stood on top when lines wrapped otherwise: the reader goes on there. */
  from: number;
  /** Told the first and last line in sight. */
  onView: (first: number, last: number) => void;
}

/** How near to the end, in pixels, counts as being there. */
const NEAR_END = 2;

/** Lines of one height each: place and window by arithmetic, so that millions cost nothing. */
export function FixedLines({ handle, label, store, total, follow, onFollow, from, onView }: LinesProps) {
  const box = useRef<HTMLDivElement>(null);
  const [start, setStart] = useState(() => segmentStart(from, total, SEGMENT));
  const [scroll, setScroll] = useState({ top: 0, height: 600 });
  const turnedBack = useTurnBack();
  const newest = segmentStart(total, total, SEGMENT);
  if (follow && start !== newest) setStart(newest);
  const segment = segmentFrom(start, total, SEGMENT);

  function toEnd() {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
  }
  useImperativeHandle(handle, () => ({ toEnd }));

  // The reader's place lives in the browser's scroll position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the lines are there
  useLayoutEffect(() => {
    const element = box.current;
    if (element && !follow) element.scrollTop = (from - segment.start) * LINE_HEIGHT;
  }, []);

  // Following keeps the end in sight; the scroll position lives in the browser.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when the log has grown
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (follow) toEnd();
    turnedBack(element);
    setScroll({ top: element.scrollTop, height: element.clientHeight });
  }, [follow, total]);

  function onScroll() {
    const element = box.current;
    if (!element) return;
    const back = turnedBack(element);
    const { clientHeight: height } = element;
    if (isAtEnd(element) && segment.start + segment.count === total) onFollow(true);
    else if (back) onFollow(false);
    const [first, last] = linesInView(element.scrollTop, height, segment, 0);
    const next = keptInside(segment, first, last, total, SEGMENT);
    if (next === start) {
      setScroll({ top: element.scrollTop, height });
      return;
    }
    // Another segment under the same lines: both have to change before the next paint.
    element.scrollTop -= (next - start) * LINE_HEIGHT;
    turnedBack(element);
    flushSync(() => {
      setStart(next);
      setScroll({ top: element.scrollTop, height });
    });
  }

  const [first, last] = linesInView(scroll.top, scroll.height, segment);
  useReading(store, first, last, total);
  const [seenFirst, seenLast] = linesInView(scroll.top, scroll.height, segment, 0);
  useView(onView, seenFirst, seenLast);

  const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  return (
    <LogBox boxRef={box} label={label} wrap={false} ranks={hasRanks(store, numbers)} onScroll={onScroll}>
      <div className={styles.canvas} style={{ height: segment.count * LINE_HEIGHT, width: 'max-content' }}>
        <Spacer store={store} numbers={numbers} />
        {numbers.map((n) => (
          <LogLineRow
            key={n}
            n={n}
            line={store.line(n)}
            sameTime={sameTime(store, n)}
            top={(n - segment.start) * LINE_HEIGHT}
          />
        ))}
      </div>
    </LogBox>
  );
}

/** Lines that wrap are measured, so only some thousand around the reader are in the box. */
export function WrappedLines({ handle, label, store, version, total, follow, onFollow, from, onView }: LinesProps) {
  const box = useRef<HTMLDivElement>(null);
  const [start, setStart] = useState(() => segmentStart(from, total, WRAPPED_SEGMENT));
  const turnedBack = useTurnBack();
  const newest = segmentStart(total, total, WRAPPED_SEGMENT);
  if (follow && start !== newest) setStart(newest);
  const segment = segmentFrom(start, total, WRAPPED_SEGMENT);

  const rows = useVirtualizer({
    count: segment.count,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (index) => segment.start + index,
    overscan: 20,
  });

  const toEnd = () => rows.scrollToIndex(segment.count - 1, { align: 'end' });
  useImperativeHandle(handle, () => ({ toEnd }));
  // Following keeps the end in sight; the scroll position lives in the browser.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when lines came or were measured
  useLayoutEffect(() => {
    if (follow) toEnd();
  }, [follow, total, version]);

  // The reader's place lives in the browser's scroll position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the lines are there
  useLayoutEffect(() => {
    if (!follow) rows.scrollToIndex(from - segment.start, { align: 'start' });
  }, []);

  const items = rows.getVirtualItems();
  const first = segment.start + (items[0]?.index ?? 0);
  const last = segment.start + (items.at(-1)?.index ?? 0);
  useReading(store, first, last, total);
  // Those in sight only: the reader goes on there when lines no longer wrap.
  const seenFirst = segment.start + (rows.range?.startIndex ?? 0);
  const seenLast = segment.start + (rows.range?.endIndex ?? 0);
  useView(onView, seenFirst, seenLast);

  function onScroll() {
    const element = box.current;
    if (!element) return;
    const back = turnedBack(element);
    if (isAtEnd(element) && segment.start + segment.count === total) onFollow(true);
    else if (back) onFollow(false);
    if (follow) return;
    const next = keptInside(segment, first, last, total, WRAPPED_SEGMENT);
    if (next === start) return;
    const seen = rows.getVirtualItemForOffset(element.scrollTop)?.index ?? 0;
    flushSync(() => setStart(next));
    rows.scrollToIndex(Math.max(0, start + seen - next), { align: 'start' });
  }

  const numbers = items.map((item) => segment.start + item.index);
  return (
    <LogBox boxRef={box} label={label} wrap ranks={hasRanks(store, numbers)} onScroll={onScroll}>
      <div className={styles.canvas} style={{ height: rows.getTotalSize() }}>
        {items.map((item) => {
          const n = segment.start + item.index;
          return (
            <LogLineRow
              key={item.key}
              n={n}
              line={store.line(n)}
              sameTime={sameTime(store, n)}
              top={item.start}
              measure={rows.measureElement}
              index={item.index}
            />
          );
        })}
      </div>
    </LogBox>
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

interface LogBoxProps {
  boxRef: Ref<HTMLDivElement>;
  label: string;
  wrap: boolean;
  ranks: boolean;
  onScroll: () => void;
  children: ReactNode;
}

function LogBox({ boxRef, label, wrap, ranks, onScroll, children }: LogBoxProps) {
  return (
    <div
      ref={boxRef}
      className={styles.lines}
      role="log"
      aria-live="off"
      aria-label={label}
      data-wrap={wrap}
      data-ranks={ranks}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by key
      tabIndex={0}
      onScroll={onScroll}
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

function useReading(store: LogStore, first: number, last: number, total: number) {
  // The store reads what comes into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer log may have lines in view that were not there
  useEffect(() => store.need(first, last), [store, first, last, total]);
}

function useView(onView: LinesProps['onView'], first: number, last: number) {
  // What is in sight is known once the browser has laid the lines out.
  useEffect(() => onView(first, last), [onView, first, last]);
}

function sameTime(store: LogStore, n: number): boolean {
  const time = store.line(n)?.time;
  return time !== undefined && time !== null && store.line(n - 1)?.time === time;
}

function hasRanks(store: LogStore, numbers: number[]): boolean {
  return numbers.some((n) => (store.line(n)?.rank ?? null) !== null);
}
