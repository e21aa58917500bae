/**
 * The lines that are shown, in rows: all of a log, or those that pass a filter. Rows keep their place when others are found before or
 * behind them.
 */
export interface LogRows {
  first: number;
  /** Behind the last. */
  end: number;
  /** The line that stands there. */
  lineAt: (row: number) => number;
  /** Where a line stands, or the next one behind it. */
  rowOf: (line: number) => number;
  /** Whether it is known if the line has a row. */
  knows: (line: number) => boolean;
}

export const allRows = (total: number, first = 0): LogRows => ({
  first,
  end: total,
  lineAt: (row) => row,
  rowOf: (line) => Math.max(first, Math.min(line, total)),
  knows: (line) => line < total,
});

/** The lines in some rows, both included. */
export function linesOf({ lineAt, end, first }: LogRows, from: number, to: number): number[] {
  const start = Math.max(first, from);
  return Array.from({ length: Math.max(0, Math.min(to, end - 1) - start + 1) }, (_, i) => lineAt(start + i));
}
