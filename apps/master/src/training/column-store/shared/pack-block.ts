import { encodeColumn } from './block-encoding.ts';
import { type Cell, columnName, experimentCells, type PackedColumn, runCells } from './cells.ts';
import type { Listed } from './packed-query.ts';

/** Things to pack, as JSON texts in UTF-8: of runs their summaries and what they were given, of experiments what they configure. */
export interface ToPack {
  of: Listed;
  things: { summaries: Uint8Array<ArrayBuffer> | null; given: Uint8Array<ArrayBuffer> | null }[];
}

/** Every column that one of the things has something in. */
export default function packBlock({ of, things }: ToPack): { name: string; data: Uint8Array }[] {
  const columns = new Map<string, Cell[]>();
  const utf8 = new TextDecoder();
  const read = (bytes: Uint8Array | null): unknown => (bytes === null ? null : JSON.parse(utf8.decode(bytes)));
  for (const [row, { summaries, given }] of things.entries()) {
    const cells = of === 'run' ? runCells(read(summaries), read(given)) : experimentCells(read(given));
    for (const [column, cell] of cells) if (cell !== undefined) cellsOf(columns, column, things.length)[row] = cell;
  }
  return [...columns].map(([name, cells]) => ({ name, data: encodeColumn(cells) }));
}

function cellsOf(columns: Map<string, Cell[]>, column: PackedColumn, count: number): Cell[] {
  const name = columnName(column);
  const known = columns.get(name) ?? new Array<Cell>(count).fill(undefined);
  columns.set(name, known);
  return known;
}
