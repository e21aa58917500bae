import { type Axis, type Cell, cellText } from './dimension.ts';

/** Cells across and up where an axis has numbers. */
const COLUMNS = 8;
const ROWS = 6;

export interface HeatCell {
  column: number;
  row: number;
  /** The rows in it, in the order they were given. */
  members: number[];
  /** Mean of their metric. */
  mean: number;
}

export interface HeatGrid {
  columns: number;
  rows: number;
  cells: HeatCell[];
}

interface Side {
  axis: Axis;
  values: readonly Cell[];
}

/** Rows sorted into cells by two quantities; cells without any are left out. */
export function heatGrid(members: readonly number[], x: Side, y: Side, metric: readonly Cell[]): HeatGrid {
  const columns = x.axis.choices?.length ?? COLUMNS;
  const rows = y.axis.choices?.length ?? ROWS;
  const cells = new Map<number, HeatCell>();
  for (const member of members) {
    const across = x.axis.at(x.values[member]);
    const up = y.axis.at(y.values[member]);
    const value = metric[member];
    if (across === undefined || up === undefined || typeof value !== 'number' || !Number.isFinite(value)) continue;
    const column = Math.min(columns - 1, Math.floor(across * columns + 1e-9));
    const row = Math.min(rows - 1, Math.floor(up * rows + 1e-9));
    const cell = cells.get(row * columns + column) ?? { column, row, members: [], mean: 0 };
    cell.mean += (value - cell.mean) / (cell.members.length + 1);
    cell.members.push(member);
    cells.set(row * columns + column, cell);
  }
  return { columns, rows, cells: [...cells.values()].sort((a, b) => a.row - b.row || a.column - b.column) };
}

/** What a cell's side spans, in words: "0.0003 … 0.0005", or the choice. */
export function spanWords(axis: Axis, index: number, count: number): string {
  if (axis.choices) return axis.choices[index] ?? '';
  const [from, to] = [index / count, (index + 1) / count].map((place) =>
    cellText(Number(axis.valueAt(place).toPrecision(3))),
  );
  return from === to ? (from ?? '') : `${from} … ${to}`;
}
