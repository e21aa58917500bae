import { useMemo, useRef } from 'react';
import { useSame } from '../primitives/use-same.ts';
import { type ColumnBlock, columnBlocks, indexesOf, type Span } from './grid-window.ts';
import type { PlacedColumn, PlacedColumns } from './use-grid-columns.ts';

/** What a row shows in one pane. */
export interface PaneColumns<Row> {
  /** Where the pane begins, in pixels from where the row does. */
  left: number;
  pinned?: ColumnBlock<Row> | undefined;
  /** Of the columns that scroll, those that are drawn. */
  blocks: readonly ColumnBlock<Row>[];
  pinnedEnd?: ColumnBlock<Row> | undefined;
}

export interface Pane<Row> {
  side: 'start' | 'center' | 'end';
  /** Pixels; undefined where it takes what is left. */
  width: number | undefined;
  columns: PaneColumns<Row>;
}

export interface Parts<Row> {
  pinned: ColumnBlock<Row> | undefined;
  center: ColumnBlock<Row>[];
  pinnedEnd: ColumnBlock<Row> | undefined;
}

/** The placed columns as rows draw them: what has not changed is what it was. */
export function useParts<Row>({ pinned, center, pinnedEnd }: PlacedColumns<Row>): Parts<Row> {
  const before = useRef<Parts<Row>>(undefined);
  const whole = (columns: readonly PlacedColumn<Row>[], old: ColumnBlock<Row> | undefined) =>
    columnBlocks(columns, old && [old], Math.max(1, columns.length))[0];
  before.current = {
    pinned: whole(pinned, before.current?.pinned),
    center: columnBlocks(center, before.current?.center),
    pinnedEnd: whole(pinnedEnd, before.current?.pinnedEnd),
  };
  return before.current;
}

/** The blocks that are drawn, with that of the active column: the cell with the focus stays in the document wherever the reader scrolls. */
export function useBlocks<Row>({ center }: Parts<Row>, drawn: Span, activeColumn: number): readonly ColumnBlock<Row>[] {
  const active = center.findIndex(({ columns }) => columns.some(({ index }) => index === activeColumn));
  return useSame(indexesOf(drawn, active, center.length).flatMap((at) => center[at] ?? []));
}

/**
 * Where the rows are wider than the box, the columns that stay stand in panes of their own: two boxes that stick. A box in each
 * row would be two hundred, and the browser moves each that sticks by itself, at each scroll, downwards as well.
 */
export function usePanes<Row>(
  { pinned, pinnedEnd }: Parts<Row>,
  blocks: readonly ColumnBlock<Row>[],
  { pinnedWidth, pinnedEndWidth }: PlacedColumns<Row>,
  wide: boolean,
): Pane<Row>[] {
  return useMemo(() => {
    if (!wide) return [{ side: 'center', width: undefined, columns: { left: 0, pinned, blocks, pinnedEnd } }];
    const panes: Pane<Row>[] = [{ side: 'center', width: undefined, columns: { left: pinnedWidth, blocks } }];
    if (pinned) panes.unshift({ side: 'start', width: pinnedWidth, columns: { left: 0, pinned, blocks: none } });
    if (pinnedEnd) panes.push({ side: 'end', width: pinnedEndWidth, columns: { left: 0, pinnedEnd, blocks: none } });
    return panes;
  }, [pinned, pinnedEnd, blocks, pinnedWidth, pinnedEndWidth, wide]);
}

const none: readonly never[] = [];
