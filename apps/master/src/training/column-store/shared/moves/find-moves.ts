import { type CellColumn, columnOf, firstOther, isNumber } from '../block-encoding.ts';
import type { Cell } from '../cells.ts';
import { check, matching, type Rows } from '../find-rows.ts';
import { type Moves, movesWith, rankedMetric } from './moves-with.ts';

export interface FoundMoves {
  /** Rows that are found. */
  rows: number;
  /** Of each of the query's columns after the first. */
  moves: (Moves | null)[];
}

/** How the first so many of the query's columns go with the first, a metric, over the rows that it finds. */
export function findMoves(rows: Rows, count: number): FoundMoves {
  const marks = matching(rows);
  const [first, ...others] = rows.columns
    .slice(0, count)
    .map((column, at) => ({ column, loose: rows.query.loose.cells[at] ?? [] }));
  if (!first) return { rows: 0, moves: [] };
  // What is not found has no value of the metric.
  const values = new Float64Array(marks.length).fill(Number.NaN);
  const { numbers, codes } = withLoose(first.column, first.loose);
  for (let row = 0; row < marks.length; row += 1)
    if (marks[row] === 1 && (codes?.[row] ?? isNumber) === isNumber) values[row] = numbers[row] as number;
  const metric = rankedMetric(values);
  const moves = others.map(({ column, loose }) => {
    check(rows);
    return movesWith(withLoose(column, loose), metric);
  });
  return { rows: marks.reduce((sum, mark) => sum + mark, 0), moves };
}

/** The cells of the loose rows behind those of the entries. */
function withLoose(column: CellColumn, cells: readonly Cell[]): CellColumn {
  if (cells.length === 0) return column;
  const loose = columnOf(cells);
  const entries = column.numbers.length;
  const numbers = new Float64Array(entries + cells.length);
  numbers.set(column.numbers);
  numbers.set(loose.numbers, entries);
  const codes = new Uint32Array(numbers.length);
  if (column.codes) codes.set(column.codes);
  for (const [at, code] of (loose.codes ?? []).entries())
    codes[entries + at] = code < firstOther ? code : code + column.others.length;
  return { numbers, codes, others: [...column.others, ...loose.others] };
}
