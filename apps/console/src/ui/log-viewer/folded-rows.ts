import type { Fold } from './find-folds.ts';
import { lastWhere } from './last-where.ts';
import type { LogRows } from './log-rows.ts';

/** A fold as its row shows it. */
export interface ShownFold extends Fold {
  open: boolean;
}

/** Rows of which some stand for several lines. */
export interface FoldedRows extends LogRows {
  /** The last line that a row stands for. */
  lastAt: (row: number) => number;
  /** What begins with a row. */
  foldAt: (row: number) => ShownFold | undefined;
}

/** The rows that are left of all when what is closed is one row each; rows behind move up. */
export function foldedRows(all: LogRows, folds: readonly ShownFold[]): FoldedRows {
  const closed = folds.filter(({ open }) => !open);
  /** How many rows the closed ones before each hide. */
  const hidden = [0];
  for (const { count } of closed) hidden.push((hidden.at(-1) ?? 0) + count - 1);
  const hiddenBefore = (at: number) => hidden[at] ?? 0;
  const total = hiddenBefore(closed.length);
  const startOf = (list: readonly Fold[], at: number) => list[at]?.row ?? 0;
  /** The row of all that a row is the first of. */
  const allRow = (row: number) =>
    row + hiddenBefore(lastWhere(closed.length, (at) => startOf(closed, at) - hiddenBefore(at) < row) + 1);
  /** The row in which one of all is. */
  const rowIn = (one: number) => {
    const at = lastWhere(closed.length, (fold) => startOf(closed, fold) <= one);
    const fold = closed[at];
    return fold ? Math.max(fold.row - hiddenBefore(at), one - hiddenBefore(at + 1)) : one;
  };
  const foldAt = (row: number) => {
    const one = allRow(row);
    const fold = folds[lastWhere(folds.length, (at) => startOf(folds, at) <= one)];
    return fold?.row === one ? fold : undefined;
  };
  return {
    first: all.first,
    end: all.end - total,
    lineAt: (row) => all.lineAt(allRow(row)),
    rowOf: (line) => rowIn(all.rowOf(line)),
    knows: all.knows,
    foldAt,
    lastAt: (row) => {
      const fold = foldAt(row);
      return all.lineAt(fold && !fold.open ? fold.row + fold.count - 1 : allRow(row));
    },
  };
}

/** The fold that has a row, of a list by row. */
export function foldOf<One extends Fold>(folds: readonly One[], row: number): One | undefined {
  const fold = folds[lastWhere(folds.length, (at) => (folds[at]?.row ?? 0) <= row)];
  return fold && row < fold.row + fold.count ? fold : undefined;
}
