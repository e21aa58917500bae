import type { Tx } from './database.ts';

/**
 * The order in which rows are locked, everywhere: a transaction that holds one of these waits only for those that stand
 * after it, so that no two wait for each other. `work` is what a job is for (an experiment), `part` one of its parts (a
 * trial). From `part` on the order is that of one part's own rows: the work's lock is what keeps its parts apart. Who has
 * locked a project locks no work: those who hold work take numbers from a project's counter.
 */
const lockOrder = [
  'receipt',
  'leader',
  'account',
  'group',
  'assignment',
  'session',
  'workspace',
  'project',
  'model',
  'work',
  'part',
  'metrics',
  'allocation',
  'log',
] as const;

export type LockLevel = (typeof lockOrder)[number];

interface Lockable<Row> {
  forUpdate(): Lockable<Row>;
  forNoKeyUpdate(): Lockable<Row>;
  forShare(): Lockable<Row>;
  skipLocked(): Lockable<Row>;
  execute(): Promise<Row[]>;
}

export interface LockOptions<Row> {
  /** `delete`: nobody may even refer to it; `keep`: it stays as it is, for others as well. */
  to?: 'change' | 'delete' | 'keep';
  /** The column that tells rows of one level apart. */
  key: keyof Row;
  /** From `part` on: the column that says of which part a row is. */
  part?: keyof Row;
  /** Leaves out what somebody else holds, and so waits for nobody. */
  free?: boolean;
}

/** The one way to lock rows until the transaction ends. Several rows are asked for in the order of their key. */
export async function lockRows<Row extends object>(
  tx: Tx,
  level: LockLevel,
  query: Lockable<Row>,
  { to = 'change', key, part, free = false }: LockOptions<Row>,
): Promise<Row[]> {
  const locking = { change: query.forNoKeyUpdate, delete: query.forUpdate, keep: query.forShare }[to].call(query);
  const rows = await (free ? locking.skipLocked() : locking).execute();
  for (const row of rows) hold(tx, { level, key: String(row[key]), part: part && String(row[part]) }, free);
  return rows;
}

interface HeldRow {
  level: LockLevel;
  key: string;
  part: string | undefined;
}

const held = new WeakMap<Tx, Map<string, HeldRow>>();
/** Breaches are mistakes of ours: tests fail by them, and who runs the product is not troubled. */
const strict = process.env.NODE_ENV === 'test';

function hold(tx: Tx, row: HeldRow, free: boolean): void {
  if (!strict) return;
  const rows = held.get(tx) ?? new Map<string, HeldRow>();
  held.set(tx, rows);
  const name = `${row.level} ${row.key}`;
  // What is held already is not waited for.
  if (rows.has(name)) return;
  const later = free ? undefined : [...rows.values()].find((other) => isBefore(row, other));
  if (later) throw new Error(`${name} was locked after ${later.level} ${later.key}`);
  rows.set(name, row);
}

/** Whether a row cannot be locked any more where another is held. */
function isBefore(row: HeldRow, other: HeldRow): boolean {
  if (other.level === 'project' && row.level === 'work') return true;
  if (lockOrder.indexOf(row.level) >= lockOrder.indexOf(other.level)) return false;
  return row.part === undefined || row.part === other.part;
}
