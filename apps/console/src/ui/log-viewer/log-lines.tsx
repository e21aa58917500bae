import { shallowEqual, useMediaQuery } from '@mantine/hooks';
import { type KeyboardEvent, type MouseEvent, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { mobileQuery } from '../theme/mobile.ts';
import type { FoldedRows } from './folded-rows.ts';
import { LogLineRow } from './log-line-row.tsx';
import type { LogStore } from './log-store.ts';
import styles from './log-viewer.module.css';

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
  rows: FoldedRows;
  follow: boolean;
  onFollow: (follow: boolean) => void;
  /** The row that stood on top when lines were shown otherwise: the reader goes on there. Looked at once. */
  from: number;
  /** Told the first and last row in sight. */
  onView: (rows: FoldedRows, first: number, last: number) => void;
  mark: RegExp | undefined;
  chosen: LineRange | undefined;
  /** The line that was stepped to. */
  now: number | undefined;
  /** A row's number was pressed: the line it has, or those it stands for. */
  onChoose: (lines: LineRange, further: boolean) => void;
  /** What begins with a line is opened or closed. */
  onTurn: (line: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** How near to the end, in pixels, counts as being there. */
const NEAR_END = 2;

interface RowProps extends LinesProps {
  row: number;
  ranks: boolean;
  /** Where it stands in the box, in pixels, when it is not below the one before. */
  top?: number;
  measure?: Ref<HTMLDivElement>;
  index?: number;
}

export function Row({ store, rows, row, ranks, top, mark, chosen, now, measure, index }: RowProps) {
  const [n, last] = [rows.lineAt(row), rows.lastAt(row)];
  const line = store.line(n);
  const time = line?.time;
  const above = row > rows.first ? store.line(rows.lineAt(row - 1)) : undefined;
  return (
    <LogLineRow
      n={n}
      line={line}
      last={last}
      lastText={last === n ? undefined : store.line(last)?.text}
      fold={rows.foldAt(row)}
      sameTime={time !== undefined && time !== null && above?.time === time}
      ranks={ranks}
      top={top}
      mark={mark}
      chosen={chosen !== undefined && last >= chosen.from && n <= chosen.to}
      now={now !== undefined && now >= n && now <= last}
      measure={measure}
      index={index}
    />
  );
}

/** Whether lines are shown with their ranks: some has one, and there is room. */
export function useRanks(store: LogStore, numbers: number[]): boolean {
  const narrow = useMediaQuery(mobileQuery, undefined, { getInitialValueInEffect: false });
  return !narrow && numbers.some((n) => (store.line(n)?.rank ?? null) !== null);
}

export function isAtEnd(element: HTMLElement): boolean {
  return element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR_END;
}

interface Scrolled {
  scrollTop: number;
  scrollHeight: number;
}

/**
 * Whether the reader has scrolled towards the start. Growing and following only go on; what has become shorter, as lines were folded, is
 * moved up by the browser.
 */
export const isTurnedBack = (before: Scrolled, now: Scrolled): boolean =>
  now.scrollTop < before.scrollTop - 1 && now.scrollHeight >= before.scrollHeight;

/** Tells it of a box since it was last asked. */
export function useTurnBack() {
  const before = useRef<Scrolled>({ scrollTop: 0, scrollHeight: 0 });
  return ({ scrollTop, scrollHeight }: HTMLElement) => {
    const now = { scrollTop, scrollHeight };
    const back = isTurnedBack(before.current, now);
    before.current = now;
    return back;
  };
}

interface LogBoxProps extends LinesProps {
  boxRef: Ref<HTMLDivElement>;
  wrap: boolean;
  ranks: boolean;
  onScroll: () => void;
  children: ReactNode;
}

export function LogBox({ boxRef, label, wrap, ranks, onScroll, children, ...on }: LogBoxProps) {
  function press({ target, shiftKey }: MouseEvent) {
    if (!(target instanceof Element)) return;
    const { line, last, fold } = target.closest<HTMLElement>('[data-line], [data-fold]')?.dataset ?? {};
    if (fold !== undefined) on.onTurn(Number(fold));
    else if (line !== undefined) on.onChoose({ from: Number(line), to: Number(last ?? line) }, shiftKey);
  }
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
      onClick={press}
      onKeyDown={on.onKeyDown}
    >
      {children}
    </div>
  );
}

/** The lines that some rows, both included, begin and end with. */
export const numbersOf = (rows: FoldedRows, first: number, last: number): number[] =>
  rowsBetween(rows, first, last).flatMap((row) => {
    const [from, to] = [rows.lineAt(row), rows.lastAt(row)];
    return from === to ? [from] : [from, to];
  });

export function rowsBetween(rows: FoldedRows, first: number, last: number): number[] {
  const start = Math.max(rows.first, first);
  return Array.from({ length: Math.max(0, Math.min(last, rows.end - 1) - start + 1) }, (_, i) => start + i);
}

/** The row that stays where it is when others change: that of the line that was gone to, if it is in sight, or the first. */
export function anchorOf(rows: FoldedRows, now: number | undefined, first: number, last: number): number {
  const row = now === undefined ? first : rows.rowOf(now);
  return Math.max(rows.first, Math.min(row >= first && row <= last ? row : first, rows.end - 1));
}

/** The box is as wide as its longest line in sight: the lines themselves are out of the flow. */
export function Spacer({ store, numbers }: { store: LogStore; numbers: number[] }) {
  let longest = 0;
  for (const n of numbers) longest = Math.max(longest, store.line(n)?.text.length ?? 0);
  return <div aria-hidden="true" style={{ width: `calc(${Math.min(longest, 4000)}ch + 36ch)`, height: 0 }} />;
}

export function useReading(store: LogStore, numbers: number[], end: number) {
  const [first, last] = [numbers[0] ?? 0, numbers.at(-1) ?? 0];
  // The store reads what comes into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: first and last tell the numbers between; a longer log may have lines in view that were not there
  useEffect(() => store.needLines(numbers), [store, first, last, numbers.length, end]);
}

export function useView({ onView, rows }: LinesProps, first: number, last: number) {
  // What is in sight is known once the browser has laid the lines out.
  useEffect(() => onView(rows, first, last), [onView, rows, first, last]);
}

/** Of lines that nothing has come to, none is drawn again: where they begin is looked at once. */
export const isSameButFrom = ({ from: _, ...before }: LinesProps, { from: __, ...now }: LinesProps): boolean =>
  shallowEqual(before, now);
