import type { JsonValue } from '../../metrics/shared/metric-values.ts';
import { type CellColumn, firstOther } from './block-encoding.ts';
import { type Cell, isMap } from './cells.ts';
import { matching, type Rows } from './find-rows.ts';

export interface CountedText {
  value: string;
  /** Rows that have it. */
  count: number;
  /** It is all that each of these rows has there, not one of several that may be chosen from. */
  whole: boolean;
}

/** Which texts are looked for. */
export interface Typed {
  /** They have it in them, in capitals or not. */
  part: string;
  /** Longer ones are left out. */
  longest: number;
  /** So many of them. */
  most: number;
}

/** The commonest texts in the query's first column, of the rows that it finds. */
export function findValues(rows: Rows, { part, longest, most }: Typed): CountedText[] {
  const marks = matching(rows);
  const { entries, query } = rows;
  const [column] = rows.columns;
  const counts = new Map<string, number>();
  const inPart = new Set<string>();
  const lower = part.toLowerCase();
  const add = (cell: Cell, times: number) => {
    for (const text of new Set(textsOf(cell))) {
      if (text === '' || text.length > longest || !text.toLowerCase().includes(lower)) continue;
      counts.set(text, (counts.get(text) ?? 0) + times);
      if (choicesOf(cell)) inPart.add(text);
    }
  };
  // A cell that many rows have is looked into once.
  if (column) for (const [at, times] of timesOf(column, marks).entries()) if (times > 0) add(column.others[at], times);
  const loose = query.loose.cells[0] ?? [];
  for (const [at, cell] of loose.entries()) if (marks[entries.ids.length + at] === 1) add(cell, 1);
  return [...counts]
    .map(([value, count]) => ({ value, count, whole: !inPart.has(value) }))
    .sort((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1))
    .slice(0, most);
}

/** In how many marked rows each of the column's others stands. */
function timesOf({ codes, numbers, others }: CellColumn, marks: Uint8Array): Uint32Array {
  const times = new Uint32Array(others.length);
  if (codes === null) return times;
  for (let row = 0; row < numbers.length; row += 1) {
    const code = codes[row] as number;
    if (marks[row] === 1 && code >= firstOther) times[code - firstOther] = (times[code - firstOther] as number) + 1;
  }
  return times;
}

/** The texts that conditions on texts find in a cell: a value, a constant of a configuration, and what one chooses from. */
function textsOf(cell: Cell): string[] {
  if (typeof cell !== 'object') return [];
  if ('text' in cell) return [cell.text];
  const { json } = cell;
  if (typeof json === 'string') return [json];
  const constants = isMap(json) && json.type === 'const' ? [json.val] : [];
  return (choicesOf(cell) ?? constants).filter((text) => typeof text === 'string');
}

/** What a configuration has chosen from; undefined where it says no such thing. */
function choicesOf(cell: Cell): JsonValue[] | undefined {
  if (typeof cell !== 'object' || !('json' in cell) || !isMap(cell.json)) return undefined;
  const { type, vals } = cell.json;
  return type === 'categorical' && Array.isArray(vals) ? vals : undefined;
}
