import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/**
 * Checkpoints of an experiment of which a task that has not ended is to delete files, all or some: which of them are left
 * is known when it has told. A task without globs only counts them.
 */
export async function checkpointsGoing(db: Db, experimentId: number): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ uuid: string }>`select distinct unnest(uuids) as uuid from checkpoint_gc_tasks
    where experiment_id = ${experimentId} and ended_at is null and cardinality(globs) > 0`.execute(db);
  return new Set(rows.map(({ uuid }) => uuid));
}
