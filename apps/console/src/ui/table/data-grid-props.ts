import type { ReactNode } from 'react';
import type { RowAction } from '../primitives/row-menu.tsx';
import type { GridColumn, GridSort } from './grid-column.ts';

export interface DataGridProps<Row> {
  /** Accessible name. */
  label: string;
  columns: GridColumn<Row>[];
  /** Rows that can be scrolled to; undefined while unknown. */
  count: number | undefined;
  /** The row at an index, or undefined while it is being loaded. */
  rowAt: (index: number) => Row | undefined;
  /** Identity of a row across reloads. */
  rowKey: (row: Row) => string | number;
  /** Told which rows are in view, so that their pages can be loaded. */
  onRangeChange?: (first: number, last: number) => void;
  /** Place of row 0 and number of rows in the whole list, when the grid shows one page of it. */
  offset?: number;
  total?: number;
  /** What the rows are ordered by: the first column, then those that decide where it leaves them equal. */
  sorts?: readonly GridSort[];
  onSort?: (sorts: readonly GridSort[]) => void;
  /** Rows can be ordered by several columns: Shift and a press on a head adds its. */
  sortsBySeveral?: boolean;
  /** A press anywhere on a row follows its link, the one that Enter follows. */
  opens?: boolean;
  /** Widths that the reader has chosen, by column, where somebody keeps them; else the grid does while it is shown. */
  widths?: Readonly<Record<string, number>>;
  onWidth?: (columnId: string, width: number) => void;
  /** What can be done with a column, from a menu in its head. */
  columnMenu?: (columnId: string) => RowAction[];
  /** A head was dragged, or moved by key, to another one's side. */
  onMove?: (columnId: string, to: { columnId: string; side: 'before' | 'after' }) => void;
  /** A cell's text is asked for: by key, or from its row's menu. */
  onCopy?: (text: string) => void;
  rowHeight?: number;
  /** Rows drawn as a skeleton while the count is unknown. */
  skeletonRows?: number;
  /** Shown instead of rows when the count is 0. */
  empty: ReactNode;
  /** Shown instead of rows, e.g. when they could not be read. */
  failure?: ReactNode;
  /** Two-line form of a row for narrow screens. */
  compact?: (row: Row) => ReactNode;
  /** Rows that were ticked are tinted. */
  chosen?: (row: Row) => boolean;
  /** Marks rows that are out of play (archived). */
  muted?: (row: Row) => boolean;
}
