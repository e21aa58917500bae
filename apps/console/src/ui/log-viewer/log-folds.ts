import { type Fold, findFolds } from './find-folds.ts';
import type { LogRows } from './log-rows.ts';
import type { LogLine } from './log-source.ts';

/**
 * Rows that are looked at together. No stretch of repeats is longer, so what is folded does not depend on what was read first, and a
 * screen of folded rows needs some thousand lines at most.
 */
export const BLOCK = 200;

/** Blocks that are remembered, and how many are left when there are more: of a log that grows all would be gone through at each change. */
const remembered = { most: 500, left: 300 };

interface Block {
  from: number;
  to: number;
  folds: readonly Fold[];
  /** Lines behind it have to be read before it is known. */
  unsure: boolean;
}

/** What can be folded of the rows that have been read. */
export interface Folds {
  blocks: ReadonlyMap<number, Block>;
  /** By row. */
  list: readonly Fold[];
}

export const noFolds: Folds = { blocks: new Map(), list: [] };

type Line = (n: number) => LogLine | undefined;

/** The blocks that have a row between two, both included, each with its extent. */
export function blocksOf(
  { first, end }: LogRows,
  from: number,
  to: number,
): { number: number; from: number; to: number }[] {
  const [one, last] = [Math.max(first, from), Math.min(end - 1, to)];
  const blocks: { number: number; from: number; to: number }[] = [];
  for (let number = Math.floor(one / BLOCK); number * BLOCK <= last; number++) {
    blocks.push({ number, from: Math.max(first, number * BLOCK), to: Math.min(end, (number + 1) * BLOCK) });
  }
  return blocks;
}

/** Looks at the blocks around some rows, those that have been read whole; the same folds where there is nothing new. */
export function lookAround(folds: Folds, rows: LogRows, line: Line, from: number, to: number): Folds {
  let blocks: Map<number, Block> | undefined;
  const lineAt = (row: number) => line(rows.lineAt(row));
  for (const { number, ...extent } of blocksOf(rows, from, to)) {
    const begin = Math.max(extent.from, behind((blocks ?? folds.blocks).get(number - 1)));
    const known = (blocks ?? folds.blocks).get(number);
    if (known && !known.unsure && known.from === begin && known.to === extent.to) continue;
    let read = begin;
    while (read < extent.to && lineAt(read)) read++;
    if (read < extent.to) continue;
    const block = { from: begin, to: extent.to, ...findFolds(lineAt, begin, extent.to, rows.end) };
    // One whose end is not known is looked at again and again, mostly for nothing.
    if (known && same(known, block)) continue;
    blocks ??= new Map(folds.blocks);
    blocks.set(number, block);
  }
  if (!blocks) return folds;
  forgetFar(blocks, from, to);
  const list = withoutOverlaps([...blocks].toSorted(([a], [b]) => a - b).flatMap(([, block]) => block.folds));
  return { blocks, list: equal(list, folds.list) ? folds.list : list };
}

/** Of those that were not looked at the furthest ones go; rows that are not folded any more move the others along. */
function forgetFar(blocks: Map<number, Block>, from: number, to: number): void {
  if (blocks.size <= remembered.most) return;
  const away = ({ from: begin, to: end }: Block) => Math.max(begin - to, from - end + 1);
  const far = [...blocks]
    .filter(([, block]) => away(block) > 0)
    .toSorted(([, one], [, other]) => away(other) - away(one));
  for (const [number] of far.slice(0, blocks.size - remembered.left)) blocks.delete(number);
}

const same = (one: Block, other: Block) =>
  one.from === other.from && one.to === other.to && one.unsure === other.unsure && equal(one.folds, other.folds);

const behind = (block: Block | undefined) => {
  const last = block?.folds.at(-1);
  return last ? last.row + last.count : Number.NEGATIVE_INFINITY;
};

/** A traceback that reaches into a block that was looked at before and is not in sight. */
function withoutOverlaps(list: readonly Fold[]): Fold[] {
  let free = Number.NEGATIVE_INFINITY;
  return list.filter(({ row, count }) => {
    if (row < free) return false;
    free = row + count;
    return true;
  });
}

const equal = (one: readonly Fold[], other: readonly Fold[]) =>
  one.length === other.length &&
  one.every(({ row, count, kind }, i) => row === other[i]?.row && count === other[i]?.count && kind === other[i]?.kind);
