import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { JobsTable } from '#platform/db/tables/cluster-tables.ts';

export type JobRow = Selectable<JobsTable>;

/** Puts a piece of work into the queue's books; its tasks name it. */
export async function createJob(tx: Tx, job: Insertable<JobsTable>): Promise<void> {
  await tx.insertInto('jobs').values(job).execute();
}

export async function updateJob(
  tx: Tx,
  id: string,
  change: Pick<Updateable<JobsTable>, 'priority' | 'weight' | 'max_slots' | 'pool' | 'single_agent'>,
): Promise<void> {
  if (Object.keys(change).length > 0) await tx.updateTable('jobs').set(change).where('id', '=', id).execute();
}

export async function poolOfJob(db: Db, id: string): Promise<string> {
  const { pool } = await db.selectFrom('jobs').select('pool').where('id', '=', id).executeTakeFirstOrThrow();
  return pool;
}

/** By id, with the name of their owner. */
export async function readJobs(db: Db, ids: readonly string[]): Promise<Map<string, JobRow & { username: string }>> {
  const rows = await db
    .selectFrom('jobs as j')
    .innerJoin('users as u', 'u.id', 'j.owner_id')
    .selectAll('j')
    .select('u.username')
    .where('j.id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
