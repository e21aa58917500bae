import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/**
 * Whether a task that has not ended is to delete files of a checkpoint, all or some: which of them are left is known when
 * it has told. A task without globs only counts them.
 */
export async function filesAreGoing(db: Db, experimentId: number, uuid: string): Promise<boolean> {
  const { rows } = await sql`select 1 from checkpoint_gc_tasks
    where experiment_id = ${experimentId} and ended_at is null and ${uuid} = any(uuids) and cardinality(globs) > 0
    limit 1`.execute(db);
  return rows.length > 0;
}
