import { type CellColumn, columnOf, firstOther, isNumber } from '../block-encoding.ts';
import type { Cell } from '../cells.ts';
import { check, experimentsOf, matching, type Rows, rowsOf } from '../find-rows.ts';
import { pointedColumn } from '../packed-scope.ts';
import { type Moves, movesWith, rankedMetric } from './moves-with.ts';

export interface FoundMoves {
  /** Rows that are found. */
  rows: number;
  /** Of each of the columns after the first. */
  moves: (Moves | null)[];
}

/** How the first so many of the query's columns go with the first, a metric, over the runs that it finds; then those of their experiments. */
export function findMoves(rows: Rows, count: number, experiments?: Rows): FoundMoves {
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
  const movesOf = (column: CellColumn) => {
    check(rows);
    return movesWith(column, metric);
  };
  const moves = others.map(({ column, loose }) => movesOf(withLoose(column, loose)));
  if (experiments) {
    const targets = rowsOfExperiments(rows, experiments);
    const { columns, query } = experiments;
    for (const [at, column] of columns.entries())
      moves.push(movesOf(pointedColumn(withLoose(column, query.loose.cells[at] ?? []), targets)));
  }
  return { rows: marks.reduce((sum, mark) => sum + mark, 0), moves };
}

/** For each run the row of its experiment, -1 where that is not found. */
function rowsOfExperiments(runs: Rows, experiments: Rows): Int32Array {
  const there = matching(experiments);
  return rowsOf(experiments, experimentsOf(runs)).map((row) => (there[row] === 1 ? row : -1));
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
