import { type CellColumn, cellAt, firstOther, isNothing, isNumber } from './block-encoding.ts';
import { type Cell, type CellOrder, cellText, compareCells } from './cells.ts';
import type { Ids } from './packed-query.ts';

/** The entries of several blocks, by id. */
export interface Entries {
  /** Ascending. */
  ids: Ids;
  /** The block of each entry, and its row there. */
  block: Uint32Array;
  row: Uint32Array;
}

/** A column over all entries, with the orders that were asked of it. */
export interface ScopeColumn extends CellColumn {
  orders: Map<CellOrder, CellRanks>;
}

interface CellRanks {
  /** Of each entry; equal cells have the same. Infinite where there is nothing. */
  ranks: Float64Array;
  /** The entries that have something, by their rank. */
  sorted: Uint32Array;
}

/** More blocks than a scope can have. */
const blockPlaces = 65_536;

/** Of an id that several blocks have, the entry of the last one counts. The ids of a block are ascending. */
export function joinEntries(blocks: readonly { id: number; ids: Ids }[]): Entries {
  const count = blocks.reduce((sum, { ids }) => sum + ids.length, 0);
  const keys = new Float64Array(count);
  let next = 0;
  for (const [place, { ids }] of blocks.entries()) for (const id of ids) keys[next++] = id * blockPlaces + place;
  keys.sort();
  const entries = { ids: new Int32Array(count), block: new Uint32Array(count), row: new Uint32Array(count) };
  const rows = new Uint32Array(blocks.length);
  let used = 0;
  for (const key of keys) {
    const place = key % blockPlaces;
    const id = (key - place) / blockPlaces;
    const at = used > 0 && entries.ids[used - 1] === id ? used - 1 : used++;
    entries.ids[at] = id;
    entries.block[at] = blocks[place]?.id ?? 0;
    entries.row[at] = rows[place] as number;
    rows[place] = (rows[place] as number) + 1;
  }
  return { ids: entries.ids.slice(0, used), block: entries.block.slice(0, used), row: entries.row.slice(0, used) };
}

/** A column of the entries, from those of their blocks; a block that lacks it has nothing in it. */
export function joinColumn({ ids, block, row }: Entries, ofBlock: (id: number) => CellColumn | null): ScopeColumn {
  const numbers = new Float64Array(ids.length);
  const codes = new Uint32Array(ids.length);
  const others: CellColumn['others'] = [];
  const shift = new Map<CellColumn, number>();
  for (let at = 0; at < ids.length; at += 1) {
    const column = ofBlock(block[at] as number);
    const from = row[at] as number;
    const code = column === null ? isNothing : (column.codes?.[from] ?? isNumber);
    if (column === null || code === isNothing) codes[at] = isNothing;
    else if (code === isNumber) numbers[at] = column.numbers[from] as number;
    else {
      let before = shift.get(column);
      if (before === undefined) {
        before = others.length;
        shift.set(column, before);
        for (const other of column.others) others.push(other);
      }
      codes[at] = before + code;
    }
  }
  return { numbers, codes: codes.some((code) => code !== isNumber) ? codes : null, others, orders: new Map() };
}

/** The column of what each entry points to; -1 points to nothing. */
export function pointedColumn(column: CellColumn, targets: Int32Array): ScopeColumn {
  const numbers = new Float64Array(targets.length);
  const codes = new Uint32Array(targets.length);
  for (const [at, target] of targets.entries()) {
    if (target < 0) codes[at] = isNothing;
    else {
      numbers[at] = column.numbers[target] as number;
      codes[at] = column.codes?.[target] ?? isNumber;
    }
  }
  return { numbers, codes, others: column.others, orders: new Map() };
}

/** The place of an id among ascending ones, or -1. */
export function placeOf(ids: Ids, id: number): number {
  let [low, high] = [0, ids.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = ids[middle] as number;
    if (found === id) return middle;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

interface Marking {
  holds: (cell: Cell) => boolean;
  /** Of the others nobody asks. */
  among: Uint8Array | undefined;
  marks: Uint8Array;
  /** Throws when it has taken long enough. */
  check: () => void;
}

/** Marks the entries that a test holds for. */
export function markColumn(column: CellColumn, { holds, among, marks, check }: Marking): void {
  const { numbers, codes, others } = column;
  // Texts may be long, and the pattern costly.
  const ofOthers = others.map((other, at) => {
    if (at % 256 === 0) check();
    return Number(holds(other));
  });
  check();
  const ofNothing = Number(holds(undefined));
  for (let at = 0; at < numbers.length; at += 1) {
    if (among && among[at] === 0) continue;
    const code = codes === null ? isNumber : (codes[at] as number);
    if (code === isNumber) marks[at] = Number(holds(numbers[at]));
    else marks[at] = code === isNothing ? ofNothing : (ofOthers[code - firstOther] as number);
  }
}

export function ranksOf(column: ScopeColumn, how: CellOrder): CellRanks {
  const known = column.orders.get(how);
  if (known) return known;
  const made = rank(column, how);
  column.orders.set(how, made);
  return made;
}

function rank(column: ScopeColumn, how: CellOrder): CellRanks {
  const { numbers, codes } = column;
  const some = Uint32Array.from(numbers.keys()).filter((at) => codes?.[at] !== isNothing);
  const compare = comparison(column, how, some);
  some.sort(compare);
  const ranks = new Float64Array(numbers.length).fill(Infinity);
  let next = -1;
  for (const [place, at] of some.entries()) {
    const before = some[place - 1];
    if (before === undefined || compare(before, at) !== 0) next += 1;
    ranks[at] = next;
  }
  return { ranks, sorted: some };
}

function comparison(column: ScopeColumn, how: CellOrder, some: Uint32Array): (left: number, right: number) => number {
  const { numbers, codes } = column;
  const plain = some.every((at) => (codes?.[at] ?? isNumber) === isNumber && !Number.isNaN(numbers[at]));
  if (plain && how !== 'as text') return (left, right) => (numbers[left] as number) - (numbers[right] as number);
  if (plain) {
    // Digits, signs and points: what compares them by their units compares them by their bytes.
    const texts = Array.from(numbers, (number) => cellText(number) ?? '');
    return (left, right) =>
      (texts[left] as string) < (texts[right] as string) ? -1 : Number(texts[left] !== texts[right]);
  }
  // Those without a cell are not among them.
  const cell = (at: number) => cellAt(column, at) as Exclude<Cell, undefined>;
  return (left, right) => compareCells(cell(left), cell(right), how);
}

/** Ranks of cells that are not in the column, between those that are: fractions where no equal one is. */
export function looseRanks(column: ScopeColumn, how: CellOrder, cells: readonly Cell[]): Float64Array {
  const { ranks, sorted } = ranksOf(column, how);
  const last = sorted.at(-1);
  const count = last === undefined ? 0 : (ranks[last] as number) + 1;
  const made = new Float64Array(cells.length).fill(Infinity);
  const some = [...cells.keys()].filter((at) => cells[at] !== undefined);
  const cell = (at: number) => cells[at] as Exclude<Cell, undefined>;
  some.sort((left, right) => compareCells(cell(left), cell(right), how));
  let [before, step] = [-1, 0];
  for (const [place, at] of some.entries()) {
    const previous = some[place - 1];
    if (previous !== undefined && compareCells(cell(previous), cell(at), how) === 0) {
      made[at] = made[previous] as number;
      continue;
    }
    const lower = firstNotBefore(column, sorted, cell(at), how);
    const next = sorted[lower];
    const equal =
      next !== undefined && compareCells(cellAt(column, next) as Exclude<Cell, undefined>, cell(at), how) === 0;
    if (equal) made[at] = ranks[next] as number;
    else {
      step = before === lower ? step + 1 : 1;
      before = lower;
      made[at] = (next === undefined ? count : (ranks[next] as number)) - 1 + step / (some.length + 1);
    }
  }
  return made;
}

function firstNotBefore(
  column: ScopeColumn,
  sorted: Uint32Array,
  cell: Exclude<Cell, undefined>,
  how: CellOrder,
): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const there = cellAt(column, sorted[middle] as number) as Exclude<Cell, undefined>;
    if (compareCells(there, cell, how) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
