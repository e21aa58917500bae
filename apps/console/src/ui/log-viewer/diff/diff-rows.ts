import type { Stretch } from './diff-lines.ts';

/** A line of one of them; `n` counts from 0. */
interface Line {
  n: number;
  text: string;
}

/** What is compared: with what is left out, before which of the lines it lies, the first line and the last. */
interface Lines {
  lines: readonly Line[];
  cut: { at: number; from: number; to: number } | undefined;
}

/** A row of the comparison. */
export type DiffRow =
  | { kind: 'same'; left: Line; right: Line }
  | { kind: 'left' | 'right'; line: Line }
  /** Lines that both have, in one row; `at`: the first of the left. */
  | { kind: 'folded'; at: number; count: number }
  /** Lines of one log that are not compared. */
  | { kind: 'gap'; of: 'left' | 'right'; from: number; to: number };

/** Lines around a difference that stay in sight. */
const AROUND = 3;

export interface ComparedLines {
  left: Lines;
  right: Lines;
  stretches: readonly Stretch[];
}

/** @param numbers lines that differ in their numbers only differ */
export function diffRows(
  { left, right, stretches }: ComparedLines,
  numbers: boolean,
  opened: ReadonlySet<number>,
): DiffRow[] {
  const rows: DiffRow[] = [];
  const same: Extract<DiffRow, { kind: 'same' }>[] = [];
  const flush = (last: boolean) => {
    const before = rows.length === 0 ? 0 : AROUND;
    const hidden = same.length - before - (last ? 0 : AROUND);
    const at = same[before]?.left.n ?? 0;
    if (hidden > 1 && !opened.has(at)) {
      rows.push(...same.slice(0, before), { kind: 'folded', at, count: hidden }, ...same.slice(before + hidden));
    } else rows.push(...same);
    same.length = 0;
  };
  const gap = (of: 'left' | 'right', { cut }: Lines, at: number) => {
    if (cut?.at !== at) return;
    flush(false);
    rows.push({ kind: 'gap', of, from: cut.from, to: cut.to });
  };
  const only = (kind: 'left' | 'right', line: Line | undefined) => {
    if (line) rows.push({ kind, line });
  };
  for (const one of stretches) {
    if (!one.same) {
      flush(false);
      for (let i = 0; i < one.lefts; i++) {
        gap('left', left, one.left + i);
        only('left', left.lines[one.left + i]);
      }
      for (let i = 0; i < one.rights; i++) {
        gap('right', right, one.right + i);
        only('right', right.lines[one.right + i]);
      }
      continue;
    }
    for (let i = 0; i < one.lefts; i++) {
      gap('left', left, one.left + i);
      gap('right', right, one.right + i);
      const [ofLeft, ofRight] = [left.lines[one.left + i], right.lines[one.right + i]];
      if (!ofLeft || !ofRight) continue;
      if (!numbers || ofLeft.text === ofRight.text) same.push({ kind: 'same', left: ofLeft, right: ofRight });
      else {
        flush(false);
        only('left', ofLeft);
        only('right', ofRight);
      }
    }
  }
  flush(true);
  return rows;
}

/** Rows at which a difference begins. */
export function changesOf(rows: readonly DiffRow[]): number[] {
  const differs = (row: DiffRow | undefined) => row?.kind === 'left' || row?.kind === 'right';
  return rows.flatMap((row, i) => (differs(row) && !differs(rows[i - 1]) ? [i] : []));
}
