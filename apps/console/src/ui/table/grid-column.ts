import type { ReactNode } from 'react';

/** One column of a DataGrid. Cells are real DOM: text can be selected, links are anchors. */
export interface GridColumn<Row> {
  id: string;
  /** The column's name; always the accessible name of its head. */
  header: string;
  /** What the head shows instead of the name, where the name does not fit; with '' it is there for screen readers alone. */
  headerContent?: ReactNode;
  /** Width in pixels before the reader changes it. */
  width: number;
  /** Width in its place in a roomy grid: what is a sign otherwise has its word there. */
  roomyWidth?: number;
  /** Takes the room that is left over; the first such column wins. */
  grow?: boolean;
  /** Stays at the start while the others scroll. */
  pinned?: boolean;
  /** Stays at the end: what can be done with a row is in reach wherever the others have been scrolled to. Such columns come last. */
  pinnedEnd?: boolean;
  align?: 'end';
  /** The head sorts by this column's id. */
  sortable?: boolean;
  /** Direction of the first click on the head. */
  firstSort?: SortDirection;
  /**
   * The cell's content. Links inside must carry `tabIndex={-1}` (the grid is one tab stop; Enter follows the cell's link,
   * else the row's, which carries `data-row-link`).
   */
  cell: (row: Row) => ReactNode;
  /** What stands in the cell where that is a bare figure, and nothing else is to be said of it; undefined: it is drawn by `cell`. */
  plain?: (row: Row) => string | undefined;
  /** What is copied of a cell. */
  text?: (row: Row) => string;
  /** It can be given another place among the columns of which this is true. */
  movable?: boolean;
  /** Place between worst (0) and best (1) that tints the cell; undefined leaves it plain. */
  heat?: (row: Row) => number | undefined;
}

export type SortDirection = 'asc' | 'desc';

export interface GridSort {
  columnId: string;
  direction: SortDirection;
}

/** The least width of any column, also when dragged. */
export const MIN_COLUMN_WIDTH = 40;

/** From this width on a grid is roomy. */
export const ROOMY_GRID = 1100;

/** What a head of these words needs, its padding included. */
export function headWidth(words: string): number {
  return Math.ceil(words.length * 6.2) + 18;
}

/** A figure at the grid's size takes 8.1 px; half of one more than that is left to other fonts. */
const DIGIT = 8.6;

/** Whether a figure is seen whole: what may be cut off needs a box of its own. */
export const textFits = (figure: string, width: number): boolean => figure.length * DIGIT + 24 <= width;

/** What a column of ids up to the greatest one needs with its padding, but never less than `least`. */
export function idWidth(least: number, greatest: number | undefined, padding = 24): number {
  return Math.max(least, Math.ceil(String(greatest ?? '').length * DIGIT) + padding);
}

/** Width of the column of row actions. */
export const ACTION_COLUMN_WIDTH = 46;

/**
 * What a press on a head asks for: this column alone, the other way where it is the first already. `add`: as well as those that there
 * are, after them, or the other way in its place.
 */
export function nextSorts<Row>(column: GridColumn<Row>, sorts: readonly GridSort[], add: boolean): GridSort[] {
  const at = sorts.findIndex(({ columnId }) => columnId === column.id);
  const own = { columnId: column.id, direction: column.firstSort ?? 'asc' };
  const turned = { columnId: column.id, direction: sorts[at]?.direction === 'asc' ? 'desc' : 'asc' } as const;
  if (!add) return [at === 0 ? turned : own];
  return at < 0 ? [...sorts, own] : sorts.with(at, turned);
}
