import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  anchorOf,
  isAtEnd,
  isSameButFrom,
  type LinesProps,
  LogBox,
  numbersOf,
  Row,
  useRanks,
  useReading,
  useTurnBack,
  useView,
} from './log-lines.tsx';
import styles from './log-viewer.module.css';
import { keptInside, LINE_HEIGHT, segmentFrom, segmentStart, WRAPPED_SEGMENT } from './log-window.ts';

/** Lines that wrap are measured, so only some thousand around the reader are in the box. */
export const WrappedLines = memo(function WrappedLines(props: LinesProps) {
  const { handle, store, version, rows, follow, onFollow, from, now } = props;
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
    getItemKey: (index) => rows.lineAt(segment.start + index),
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
  const numbers = numbersOf(rows, first, last);
  const ranks = useRanks(store, numbers);
  useReading(store, numbers, rows.end);
  // Those in sight only: the reader goes on there when lines no longer wrap.
  const seenFirst = segment.start + (list.range?.startIndex ?? 0);
  const seenLast = segment.start + (list.range?.endIndex ?? 0);
  useView(props, seenFirst, seenLast);

  /** Where a row of the box begins. */
  const topOf = (index: number) => list.measurementsCache[index]?.start ?? index * LINE_HEIGHT;
  // Rows that became more or fewer before those in sight move the box along with them.
  const place = useRef({ rows, start, line: 0, offset: 0 });
  useLayoutEffect(() => {
    const was = place.current;
    const shift = rows.rowOf(was.line) - was.rows.rowOf(was.line);
    const element = box.current;
    if (was.rows !== rows && shift !== 0 && !follow && element) {
      const next = Math.max(rows.first, Math.min(rows.end - WRAPPED_SEGMENT, was.start + shift));
      // Another segment has to be drawn before it can be scrolled, both before the next paint.
      if (next !== start) return setStart(next);
      element.scrollTop = topOf(rows.rowOf(was.line) - start) - was.offset;
      jumped.current = element.scrollTop !== list.scrollOffset;
      place.current = { ...was, rows, start };
      return;
    }
    const row = anchorOf(rows, now, seenFirst, seenLast);
    const offset = topOf(row - segment.start) - (list.scrollOffset ?? 0);
    place.current = { rows, start, line: rows.lineAt(row), offset };
  });

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
    <LogBox {...props} boxRef={box} wrap ranks={ranks} onScroll={onScroll}>
      <div className={styles.canvas} style={{ height: list.getTotalSize() }}>
        {items.map((item) => {
          const row = segment.start + item.index;
          return (
            <Row
              key={item.key}
              {...props}
              row={row}
              ranks={ranks}
              top={item.start}
              measure={list.measureElement}
              index={item.index}
            />
          );
        })}
      </div>
    </LogBox>
  );
}, isSameButFrom);
