import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** Rows that were read since the database was made, by `table/index`, or by `table/whole` for those read without an index. */
export type RowsRead = ReadonlyMap<string, number>;

/** More than a master opens: each of them has to say what it has read. */
const connections = 40;

export async function rowsRead(db: Db): Promise<RowsRead> {
  await allTold(db);
  const found = await sql<{ name: string; rows: number }>`
    select relname || '/' || indexrelname as name, idx_tup_read as rows from pg_stat_user_indexes
    union all select relname || '/whole', seq_tup_read from pg_stat_user_tables`.execute(db);
  return new Map(found.rows.map(({ name, rows }) => [name, rows]));
}

/** Rows of experiments and of runs' metrics that were read by an index, and not off it alone, since the database was made. */
export async function rowsFetched(db: Db): Promise<number> {
  await allTold(db);
  const found = await sql<{ rows: number }>`select sum(idx_tup_fetch + seq_tup_read)::float8 as rows
    from pg_stat_user_tables where relname in ('experiments', 'trial_metrics')`.execute(db);
  return found.rows[0]?.rows ?? 0;
}

/** A connection tells what it has read when it is idle for a while, or when it is asked to: each is, while the others are kept busy. */
async function allTold(db: Db): Promise<void> {
  await Promise.all(
    Array.from({ length: connections }, () => sql`select pg_stat_force_next_flush(), pg_sleep(0.05)`.execute(db)),
  );
}

/** What was read since `before`, without what was not touched. */
export async function rowsReadSince(db: Db, before: RowsRead): Promise<Record<string, number>> {
  const now = await rowsRead(db);
  return Object.fromEntries(
    [...now]
      .map(([name, rows]): [string, number] => [name, rows - (before.get(name) ?? 0)])
      .filter(([, rows]) => rows !== 0),
  );
}

/** Of what was read, the rows of one table, by whatever way. */
export function ofTable(read: Record<string, number>, table: string): number {
  return Object.entries(read).reduce((sum, [name, rows]) => (name.startsWith(`${table}/`) ? sum + rows : sum), 0);
}
