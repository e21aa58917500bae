import type { Pagination } from '@determined/contract/common-messages-generated.ts';
import { rowRange } from '@determined/contract/paging.ts';
import { type CellTest, cellTest } from './cell-tests.ts';
import type { Cell } from './cells.ts';
import type { FoundSet, Ids, OrderKey, PackedQuery, Plan } from './packed-query.ts';
import { type Entries, looseRanks, markColumn, placeOf, ranksOf, type ScopeColumn } from './packed-scope.ts';
import { nearPart, selectPage } from './select-page.ts';

export interface FoundPage {
  ids: number[];
  pagination: Pagination;
}

/** It takes longer than the query allows. */
export class GivenUp extends Error {}

/** What a query is answered from: entries of blocks, then what is loose; a row is its place among these. */
export interface Rows {
  entries: Entries;
  /** Of runs, the experiment of each entry. */
  experiments: Ids;
  columns: ScopeColumn[];
  query: PackedQuery;
  /** By `performance.now()`. */
  ends: number;
}

export function check({ ends }: Rows): void {
  if (performance.now() > ends) throw new GivenUp();
}

/** The ids that the query is about, in no order. */
export function findIds(rows: Rows): Ids {
  const marks = matching(rows);
  return Int32Array.from(markedRows(marks), (row) => idOf(rows, row));
}

/** A page of them, in order. Throws InvalidArgument for a limit that makes no sense. */
export function findPage(rows: Rows): FoundPage {
  const marks = matching(rows);
  const { skip, take, pagination } = rowRange(rows.query.asked, countMarks(marks));
  const page = orderedPart(rows, { marks, count: pagination.total }, skip, skip + take);
  return { ids: Array.from(page, (row) => idOf(rows, row)), pagination };
}

const countOf = ({ entries, query }: Rows) => entries.ids.length + query.loose.ids.length;

function idOf({ entries, query }: Rows, row: number): number {
  const loose = row - entries.ids.length;
  return (loose < 0 ? entries.ids[row] : query.loose.ids[loose]) as number;
}

function markedRows(marks: Uint8Array): Uint32Array {
  const rows = new Uint32Array(marks.length);
  let count = 0;
  for (let row = 0; row < marks.length; row += 1) if (marks[row] === 1) rows[count++] = row;
  return rows.slice(0, count);
}

function countMarks(marks: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < marks.length; row += 1) count += marks[row] as number;
  return count;
}

/** Marks the rows that the query is about. */
export function matching(rows: Rows): Uint8Array {
  const { entries, query } = rows;
  const marks = evaluate(rows, query.plan);
  for (const [place, id] of query.gaps.ids.entries()) {
    const at = placeOf(entries.ids, id);
    if (at >= 0 && (entries.block[at] as number) < (query.gaps.since[place] as number)) marks[at] = 0;
  }
  for (const id of query.loose.ids) {
    const at = placeOf(entries.ids, id);
    if (at >= 0) marks[at] = 0;
  }
  for (const row of rowsOf(rows, query.hidden)) if (row >= 0) marks[row] = 0;
  return query.within ? both(marksOf(rows, query.within), marks) : marks;
}

/** Entries that loose rows stand for are marked, too: they are left out of every answer. */
function marksOf(rows: Rows, ids: Ids): Uint8Array {
  const marks = new Uint8Array(countOf(rows));
  for (const row of rowsOf(rows, ids)) if (row >= 0) marks[row] = 1;
  return marks;
}

function marksOfSet(rows: Rows, { of, ids }: FoundSet): Uint8Array {
  if (of === 'row') return marksOf(rows, ids);
  let [low, high] = [Infinity, -Infinity];
  for (const id of ids) {
    if (id < low) low = id;
    if (id > high) high = id;
  }
  const among = new Uint8Array(Math.max(0, high - low + 1));
  for (const id of ids) among[id - low] = 1;
  const experiments = experimentsOf(rows);
  const marks = new Uint8Array(experiments.length);
  for (let row = 0; row < marks.length; row += 1) marks[row] = among[(experiments[row] as number) - low] ?? 0;
  return marks;
}

/** Of each run, its experiment. */
export function experimentsOf({ experiments, query }: Rows): Ids {
  const all = new Int32Array(experiments.length + query.loose.experiments.length);
  all.set(experiments);
  all.set(query.loose.experiments, experiments.length);
  return all;
}

/** The row of each id, -1 where there is none. */
export function rowsOf({ entries, query }: Rows, ids: Ids): Int32Array {
  const loose = new Map([...query.loose.ids.entries()].map(([at, id]) => [id, entries.ids.length + at]));
  let next = 0;
  return ids.map((id) => {
    // Many ids are those of rows that follow one another, or the one before.
    const near = entries.ids[next] === id ? next : entries.ids[next - 1] === id ? next - 1 : undefined;
    const row = loose.get(id) ?? near ?? placeOf(entries.ids, id);
    next = row + 1;
    return row;
  });
}

/** Marks the rows that a plan holds for. @param among only these need an answer. */
export function evaluate(rows: Rows, plan: Plan, among?: Uint8Array): Uint8Array {
  switch (plan.kind) {
    case 'all':
      return new Uint8Array(countOf(rows)).fill(1);
    case 'set':
      return marksOfSet(rows, rows.query.sets[plan.set] ?? { of: 'row', ids: new Int32Array() });
    case 'column':
      return ofColumn(rows, plan.column, plan.test, among);
    case 'and': {
      let left = among;
      for (const part of plan.parts) left = both(evaluate(rows, part, left), left);
      return left === undefined || left === among ? evaluate(rows, { kind: 'all' }) : left;
    }
    case 'or': {
      const [first = evaluate(rows, { kind: 'all' }), ...rest] = plan.parts.map((part) => evaluate(rows, part, among));
      for (const marks of rest)
        for (let row = 0; row < first.length; row += 1) first[row] = (first[row] as number) | (marks[row] as number);
      return first;
    }
  }
}

/** Written to the first. */
function both(marks: Uint8Array, others: Uint8Array | undefined): Uint8Array {
  if (others)
    for (let row = 0; row < marks.length; row += 1) marks[row] = (marks[row] as number) & (others[row] as number);
  return marks;
}

function ofColumn(rows: Rows, column: number, test: CellTest, among: Uint8Array | undefined): Uint8Array {
  const marks = new Uint8Array(countOf(rows));
  const holds = cellTest(test);
  markColumn(columnAt(rows, column), { holds, among, marks, check: () => check(rows) });
  for (const [at, cell] of looseCells(rows, column).entries())
    marks[rows.entries.ids.length + at] = Number(holds(cell));
  return marks;
}

// The query names as many columns as it has places for.
const columnAt = ({ columns }: Rows, at: number) => columns[at] as ScopeColumn;
const looseCells = ({ query }: Rows, at: number): readonly Cell[] => query.loose.cells[at] ?? [];

/** Rows that are found, as marks of all rows. */
interface Found {
  marks: Uint8Array;
  count: number;
}

/** The part [from, to) of what is found, in order. */
function orderedPart(rows: Rows, found: Found, from: number, to: number): Uint32Array {
  const { order } = rows.query;
  const [first, ...others] = order;
  if (!first || from >= to) return markedRows(found.marks).slice(from, to);
  const ahead = firstRows(rows, found, first, to);
  if (ahead) {
    const keys = order.map((key) => checkedKey(rows, key, ahead));
    return selectPage(ahead, comparison(keys), from, to);
  }
  const all = markedRows(found.marks);
  const firstKeys = checkedKey(rows, first, all);
  const { near, before } = nearPart(all, firstKeys, from, to);
  const keys = [firstKeys, ...others.map((key) => checkedKey(rows, key, near))];
  return selectPage(near, comparison(keys), from - before, to - before);
}

const comparison = (keys: readonly Float64Array[]) => (left: number, right: number) => {
  for (const key of keys) {
    const [a, b] = [key[left] as number, key[right] as number];
    if (a !== b) return a < b ? -1 : 1;
  }
  return 0;
};

/**
 * Rows among which the first `to` are, by going along a column's own order, where that is less work than to look at all that
 * is found; undefined where it is not, or where rows without a value in the column are among them.
 */
function firstRows(rows: Rows, { marks, count }: Found, key: OrderKey, to: number): Uint32Array | undefined {
  const entries = rows.entries.ids.length;
  if (key.by !== 'column' || to * entries >= count * count) return undefined;
  const { ranks, sorted } = ranksOf(columnAt(rows, key.column), key.how);
  const ahead: number[] = [];
  let reached: number | undefined;
  for (let at = 0; at < sorted.length; at += 1) {
    const row = sorted[key.descending ? sorted.length - 1 - at : at] as number;
    // Those of one rank are told apart by the other keys: all of them or none.
    if (ahead.length >= to && ranks[row] !== reached) break;
    if (marks[row] === 0) continue;
    ahead.push(row);
    reached = ranks[row];
  }
  if (ahead.length < to) return undefined;
  for (let row = entries; row < marks.length; row += 1) if (marks[row] === 1) ahead.push(row);
  return Uint32Array.from(ahead);
}

function checkedKey(rows: Rows, key: OrderKey, found: Uint32Array): Float64Array {
  check(rows);
  return keyOf(rows, key, found);
}

/** A number for each row that is found, the smaller the earlier; infinite for those that come last. */
function keyOf(rows: Rows, key: OrderKey, found: Uint32Array): Float64Array {
  const sign = key.descending ? -1 : 1;
  const { entries, query } = rows;
  const made = new Float64Array(countOf(rows));
  if (key.by === 'id') for (const row of found) made[row] = sign * idOf(rows, row);
  else if (key.by === 'places') {
    for (const row of found) made[row] = Infinity;
    const at = rowsOf(rows, query.within ?? new Int32Array());
    for (const [place, row] of at.entries()) if (row >= 0) made[row] = key.places[place] as number;
  } else {
    const column = columnAt(rows, key.column);
    const { ranks } = ranksOf(column, key.how);
    const looseOnes = looseRanks(column, key.how, looseCells(rows, key.column));
    const ofEntries = entries.ids.length;
    for (let at = 0; at < found.length; at += 1) {
      const row = found[at] as number;
      const rank = (row < ofEntries ? ranks[row] : looseOnes[row - ofEntries]) as number;
      made[row] = rank === Infinity ? rank : sign * rank;
    }
  }
  return made;
}
