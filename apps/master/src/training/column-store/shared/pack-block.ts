import { isObject } from '#platform/config/format/json.ts';
import { redactLayer } from '../../shared/config/redact-secrets.ts';
import { encodeColumn } from './block-encoding.ts';
import { type Cell, columnName, experimentCells, type PackedColumn, runCells, settingsOf } from './cells.ts';
import type { Listed } from './packed-query.ts';

/** Things to pack, as JSON texts in UTF-8: of runs their summaries and what they were given, of experiments their configurations. */
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
    const cells = of === 'run' ? runCells(read(summaries), read(given)) : cellsOfConfig(read(given));
    for (const [column, cell] of cells) if (cell !== undefined) cellsOf(columns, column, things.length)[row] = cell;
  }
  return [...columns].map(([name, cells]) => ({ name, data: encodeColumn(cells) }));
}

/** A secret stands in its configuration alone. */
function cellsOfConfig(config: unknown): ReturnType<typeof experimentCells> {
  if (!isObject(config)) return experimentCells(null, null);
  return experimentCells(config.hyperparameters, settingsOf(redactLayer(config)));
}

function cellsOf(columns: Map<string, Cell[]>, column: PackedColumn, count: number): Cell[] {
  const name = columnName(column);
  const known = columns.get(name) ?? new Array<Cell>(count).fill(undefined);
  columns.set(name, known);
  return known;
}
