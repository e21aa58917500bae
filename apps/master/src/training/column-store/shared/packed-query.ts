import type { Asked } from '@determined/contract/paging.ts';
import type { CellTest } from './cell-tests.ts';
import type { Cell, CellOrder } from './cells.ts';

/** What is looked for: the list's rows are runs, or experiments, which show their best run's metrics. */
export type Listed = 'run' | 'experiment';

/** Ids as they travel: 32-bit numbers. */
export type Ids = Int32Array;

/** A filter over columns, and over sets of ids that the database has found. */
export type Plan =
  | { kind: 'and' | 'or'; parts: Plan[] }
  | { kind: 'column'; column: number; test: CellTest }
  | { kind: 'set'; set: number }
  | { kind: 'all' };

/** Ids that the database has found: of rows, or where these are runs, of their experiments. */
export interface FoundSet {
  of: 'row' | 'experiment';
  ids: Ids;
}

interface LooseRows {
  ids: Ids;
  /** Of runs their experiments, else none. */
  experiments: Ids;
  cells: Cell[][];
}

/** What rows are ordered by, the first key first; those without a value come last, equal ones by id. */
export type OrderKey = { descending: boolean } & (
  | { by: 'id' }
  | { by: 'column'; column: number; how: CellOrder }
  /** Places that the database has given to what is in `within`. */
  | { by: 'places'; places: Ids }
);

export interface PackedQuery {
  of: Listed;
  /** Blocks of the rows, ascending; of a thing that several name, the last one counts. */
  blocks: number[];
  /** Where the rows are experiments: blocks of their runs. */
  runBlocks: number[];
  /** Names of columns, as blocks have them, and whose they are. */
  columns: { name: string; ofRun: boolean }[];
  /** Entries of blocks before `since` that do not hold any more. */
  gaps: { ids: Ids; since: Float64Array };
  /** Things that are not shown. */
  hidden: Ids;
  /** Things that no block has, or that changed since, with their cells, a list a column. */
  loose: LooseRows;
  plan: Plan;
  sets: FoundSet[];
  /** Only these. */
  within: Ids | null;
  order: OrderKey[];
  asked: Asked;
  /** What takes longer is given up. */
  seconds: number;
}

/** A query without order, its columns at these places first; of the others it keeps those that its plan names. */
export function onlyColumns({ columns, loose, plan, ...query }: PackedQuery, places: readonly number[]): PackedQuery {
  const kept = [...new Set([...places, ...columnsIn(plan)])];
  const keptOf = <T>(all: readonly T[]) => kept.flatMap((at) => all.slice(at, at + 1));
  return {
    ...query,
    columns: keptOf(columns),
    loose: { ...loose, cells: keptOf(loose.cells) },
    plan: withColumns(plan, (column) => kept.indexOf(column)),
  };
}

const columnsIn = (plan: Plan): number[] =>
  'parts' in plan ? plan.parts.flatMap(columnsIn) : plan.kind === 'column' ? [plan.column] : [];

function withColumns(plan: Plan, placeOf: (column: number) => number): Plan {
  if ('parts' in plan) return { ...plan, parts: plan.parts.map((part) => withColumns(part, placeOf)) };
  return plan.kind === 'column' ? { ...plan, column: placeOf(plan.column) } : plan;
}

/** What the thread answers. */
export type PackedAnswer<T> = { found: T } | { missing: Missing } | { gaveUp: true };

/** What blocks hold, as the database gives it. */
export interface GivenBlocks {
  blocks: { id: number; ids: Uint8Array; best: Uint8Array | null }[];
  /** Runs of these blocks, and of each its experiment, which it keeps for ever. */
  experiments: { runs: Ids; of: Ids };
  columns: { block: number; name: string; data: Uint8Array | null }[];
}

export interface Missing {
  blocks: number[];
  columns: { name: string; blocks: number[] }[];
}

export function idsOf(bytes: Uint8Array): Ids {
  // A copy: what comes from the database need not lie at a multiple of 4.
  return new Int32Array(Uint8Array.from(bytes).buffer);
}

export const bytesOf = (ids: Ids): Uint8Array => new Uint8Array(ids.buffer, ids.byteOffset, ids.byteLength);
