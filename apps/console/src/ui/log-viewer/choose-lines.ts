import type { FoldedRows } from './folded-rows.ts';
import type { LineRange } from './log-lines.tsx';

/** One row more or less at the end of a range, of those that are shown; a single one grows upwards. */
export function nextRange({ from, to }: LineRange, by: 1 | -1, rows: FoldedRows): LineRange {
  const [first, last] = [rows.rowOf(from), rows.rowOf(to)];
  if (by < 0 && first === last) return { from: rows.lineAt(Math.max(rows.first, first - 1)), to };
  return { from, to: rows.lastAt(Math.max(rows.first, Math.min(rows.end - 1, last + by))) };
}

/** What is chosen when a row is pressed: it alone, or all up to it. */
export const chosenWith = (chosen: LineRange | undefined, lines: LineRange, further: boolean): LineRange =>
  further && chosen ? { from: Math.min(chosen.from, lines.from), to: Math.max(chosen.to, lines.to) } : lines;
