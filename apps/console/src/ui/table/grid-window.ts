import type { PlacedColumn } from './use-grid-columns.ts';

/** Indexes from the first one up to, but without, the last one. */
export interface Span {
  from: number;
  to: number;
}

/** Columns that come into the document together. */
export interface ColumnBlock<Row> {
  /** Among the blocks. */
  at: number;
  columns: readonly PlacedColumn<Row>[];
  start: number;
  end: number;
}

/** Other columns mean other cells in every row: they come some at a time. */
const blockColumns = 4;

/** The columns that scroll, in blocks; what is the same as before is the very same object: rows that have it are not drawn anew. */
export function columnBlocks<Row>(
  columns: readonly PlacedColumn<Row>[],
  before: readonly ColumnBlock<Row>[] = [],
  size = blockColumns,
): ColumnBlock<Row>[] {
  return Array.from({ length: Math.ceil(columns.length / size) }, (_, at) => {
    const some = columns.slice(at * size, (at + 1) * size);
    const old = before[at];
    if (old && old.columns.length === some.length && some.every((one, i) => isSame(one, old.columns[i]))) return old;
    const last = some.at(-1);
    return { at, columns: some, start: some[0]?.start ?? 0, end: last ? last.start + last.width : 0 };
  });
}

function isSame<Row>(one: PlacedColumn<Row>, other: PlacedColumn<Row> | undefined): boolean {
  return (
    one.column === other?.column &&
    one.index === other.index &&
    one.start === other.start &&
    one.width === other.width &&
    one.pinEdge === other.pinEdge &&
    one.last === other.last
  );
}

/** The rows of one height that a window of so many pixels shows. */
export function rowsIn(top: number, height: number, rowHeight: number, count: number): Span {
  const from = Math.max(0, Math.min(Math.floor(top / rowHeight), count - 1));
  return { from, to: Math.min(count, Math.max(from + 1, Math.ceil((top + height) / rowHeight))) };
}

/** The blocks that lie, in part at least, between two edges. */
export function blocksIn(blocks: readonly { start: number; end: number }[], left: number, right: number): Span {
  const from = blocks.findIndex(({ end }) => end > left);
  if (from === -1) return { from: 0, to: 0 };
  const after = blocks.findIndex(({ start }) => start >= right);
  return { from, to: Math.max(from + 1, after === -1 ? blocks.length : after) };
}

export const holds = (outer: Span, inner: Span): boolean => outer.from <= inner.from && outer.to >= inner.to;

/** So many more on either side, as far as there are any. */
export const around = ({ from, to }: Span, more: number, count: number): Span => ({
  from: Math.max(0, from - more),
  to: Math.min(count, to + more),
});

/** What is drawn at once when this has to be seen: with what is drawn already, as far as it is near. */
export function withSeen(drawn: Span, seen: Span, near: Span): Span {
  if (drawn.to < seen.from || drawn.from > seen.to) return seen;
  return {
    from: Math.min(seen.from, Math.max(drawn.from, near.from)),
    to: Math.max(seen.to, Math.min(drawn.to, near.to)),
  };
}

/** One portion of the way from what is drawn to what is wished; what has come to lie beyond `near` goes. */
export function grown(drawn: Span, wished: Span, near: Span, portion: number): Span {
  const from = Math.max(drawn.from, near.from);
  const to = Math.min(drawn.to, near.to);
  const after = Math.min(portion, Math.max(0, wished.to - to));
  return { from: Math.max(Math.min(from, wished.from), from - (portion - after)), to: to + after };
}

/** The indexes of a span with one more, in order, where it exists. */
export function indexesOf({ from, to }: Span, extra: number, count: number): number[] {
  const indexes = Array.from({ length: to - from }, (_, at) => from + at);
  if (extra < 0 || extra >= count || (extra >= from && extra < to)) return indexes;
  return extra < from ? [extra, ...indexes] : [...indexes, extra];
}
