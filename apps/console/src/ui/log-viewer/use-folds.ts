import { useEffect, useMemo, useState } from 'react';
import type { Fold } from './find-folds.ts';
import { foldedRows, foldOf, type ShownFold } from './folded-rows.ts';
import { blocksOf, lookAround, noFolds } from './log-folds.ts';
import type { LineRange } from './log-lines.tsx';
import { type LogRows, linesOf } from './log-rows.ts';
import type { LogStore } from './log-store.ts';

interface FoldsOf {
  /** Which rows these are: other ones are looked at anew. */
  of: string;
  on: boolean;
  store: LogStore;
  /** Changes with the store. */
  version: number;
  rows: LogRows;
  /** Lines in sight. */
  view: readonly [first: number, last: number];
  /** What may not be hidden: lines with the text that is looked for, the one that was gone to, and where a choice begins or ends. */
  hits: LogRows | undefined;
  now: number | undefined;
  chosen: LineRange | undefined;
  /** Text is being selected: nothing more is folded, as it would take the text away. */
  selecting: boolean;
}

/** Rows beyond those in sight that are folded before they come into it. */
const BEYOND = 60;

/** Rows of which tracebacks and repetitions are one each, until they are opened. */
export function useFolds({ of, on, store, version, rows, view, hits, now, chosen, selecting }: FoldsOf) {
  const [held, setHeld] = useState({ of, folds: noFolds });
  /** What the reader opened and closed, by first line. */
  const [turned, setTurned] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [from, to] = [rows.rowOf(view[0]) - BEYOND, rows.rowOf(view[1]) + BEYOND];
  const before = held.of === of ? held.folds : noFolds;
  const folds = on && !selecting ? lookAround(before, rows, (n) => store.line(n), from, to) : before;
  if (held.of !== of || held.folds !== folds) setHeld({ of, folds });

  // A block is folded when all of it has been read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines that came may have made others come into view
  useEffect(() => {
    if (!on) return;
    const unread = blocksOf(rows, from, to).filter(({ number, to: end }) => folds.blocks.get(number)?.to !== end);
    for (const block of unread) store.needLines(linesOf(rows, block.from, block.to - 1));
  }, [on, store, version, from, to, rows]);

  const list = on ? folds.list : noFolds.list;
  const shown = useMemo((): ShownFold[] => {
    const isOpen = (fold: Fold) => {
      const first = rows.lineAt(fold.row);
      const [hidden, last] = [rows.lineAt(fold.row + 1), rows.lineAt(fold.row + fold.count - 1)];
      const isInside = (line: number | undefined) => line !== undefined && line >= hidden && line <= last;
      const cut = chosen && (isInside(chosen.from) || (chosen.to >= first && chosen.to < last));
      return turned.get(first) ?? (cut || isInside(now) || isInside(hits && firstFrom(hits, hidden)));
    };
    return list.map((fold) => shownAs(fold, isOpen(fold) ?? false));
  }, [list, rows, turned, now, chosen, hits]);

  /** What was closed around a line is open when it is needed. */
  function reveal(line: number) {
    const fold = foldOf(shown, rows.rowOf(line));
    const first = fold && rows.lineAt(fold.row);
    if (first === undefined || turned.get(first) !== false) return;
    setTurned((old) => new Map([...old].filter(([one]) => one !== first)));
  }
  // An address that points into what was closed by hand.
  const [pointedTo, setPointedTo] = useState(chosen);
  if (chosen?.from !== pointedTo?.from || chosen?.to !== pointedTo?.to) {
    setPointedTo(chosen);
    for (const line of chosen ? [chosen.from, chosen.to] : []) reveal(line);
  }

  return {
    rows: useMemo(() => foldedRows(rows, shown), [rows, shown]),
    /** Opens or closes what begins with a line. */
    turn: (line: number) => {
      const fold = foldOf(shown, rows.rowOf(line));
      if (fold) setTurned(new Map(turned).set(line, !fold.open));
    },
    reveal,
  };
}

/** One that is shown as before is the same, so that its row is not drawn again. */
function shownAs(fold: Fold, open: boolean): ShownFold {
  const before = shownBefore.get(fold);
  if (before?.open === open) return before;
  const shown = { ...fold, open };
  shownBefore.set(fold, shown);
  return shown;
}
const shownBefore = new WeakMap<Fold, ShownFold>();

function firstFrom(rows: LogRows, line: number): number | undefined {
  const row = rows.rowOf(line);
  return row < rows.end ? rows.lineAt(row) : undefined;
}
