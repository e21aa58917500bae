import { encodeColumn } from './block-encoding.ts';
import { type Cell, columnName, experimentCells, type PackedColumn, runCells } from './cells.ts';
import type { Listed } from './packed-query.ts';

/** Things to pack, as JSON texts: of runs their summaries and what they were given, of experiments what they configure. */
export interface ToPack {
  of: Listed;
  things: { summaries: string | null; given: string | null }[];
}

/** Every column that one of the things has something in. */
export default function packBlock({ of, things }: ToPack): { name: string; data: Uint8Array }[] {
  const columns = new Map<string, Cell[]>();
  const read = (text: string | null): unknown => (text === null ? null : JSON.parse(text));
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
