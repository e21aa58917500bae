import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { decodeFloats, encodeFloats } from '../../shared/floats.ts';
import type { Cell } from './cells.ts';

/** The cells of a column, by row: numbers, and for what is none of them its place in `others`. */
export interface CellColumn {
  numbers: Float64Array;
  /** 0: the number; 1: nothing; from 2 on, `others`. Null: all are numbers. */
  codes: Uint32Array | null;
  others: Exclude<Cell, undefined>[];
}

export const isNumber = 0;
export const isNothing = 1;
export const firstOther = 2;

export function cellAt({ numbers, codes, others }: CellColumn, row: number): Cell {
  const code = codes?.[row] ?? isNumber;
  if (code === isNumber) return numbers[row];
  return code === isNothing ? undefined : others[code - firstOther];
}

/** Of as many cells as a block has rows. */
export function columnOf(cells: readonly Cell[]): CellColumn {
  const numbers = new Float64Array(cells.length);
  const codes = new Uint32Array(cells.length);
  const known = new Map<string, number>();
  const others: CellColumn['others'] = [];
  for (const [row, cell] of cells.entries()) {
    if (typeof cell === 'number') numbers[row] = cell;
    else if (cell === undefined) codes[row] = isNothing;
    else {
      const key = JSON.stringify(cell);
      const code = known.get(key) ?? firstOther - 1 + others.push(cell);
      known.set(key, code);
      codes[row] = code;
    }
  }
  return { numbers, codes: codes.some((code) => code !== isNumber) ? codes : null, others };
}

const level = 3;

/** Length of the numbers (4 bytes), the numbers, then as JSON what is none: `[codes of the rows that are not numbers, others]`. */
export function encodeColumn(cells: readonly Cell[]): Buffer {
  const { codes, others } = columnOf(cells);
  const floats = encodeFloats(cells.map((cell) => (typeof cell === 'number' ? cell : undefined)));
  const marked =
    others.length === 0 ? '' : JSON.stringify([[...(codes ?? [])].filter((code) => code !== isNumber), others]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(floats.length);
  return zstdCompressSync(Buffer.concat([length, floats, Buffer.from(marked)]), { params: { 100: level } });
}

/** Reads back what `encodeColumn` made of so many cells. */
export function decodeColumn(data: Uint8Array, count: number): CellColumn {
  const bytes = zstdDecompressSync(data);
  const length = bytes.readUInt32LE(0);
  const values = decodeFloats(bytes.subarray(4, 4 + length), count);
  const text = bytes.subarray(4 + length).toString('utf8');
  // Written by `encodeColumn`.
  const [marks, others] = (text === '' ? [[], []] : JSON.parse(text)) as [number[], CellColumn['others']];
  const numbers = new Float64Array(count);
  const codes = new Uint32Array(count);
  let next = 0;
  let all = true;
  for (const [row, value] of values.entries()) {
    if (value !== undefined) numbers[row] = value;
    else {
      codes[row] = marks[next++] ?? isNothing;
      all = false;
    }
  }
  return { numbers, codes: all ? null : codes, others };
}
