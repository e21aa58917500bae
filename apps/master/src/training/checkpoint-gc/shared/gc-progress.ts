import type { Db, Tx } from '#platform/db/database.ts';
import { deleteEndedGcTasks } from '../gc-store.ts';

export interface GcProgress {
  /** All tasks that delete files of the experiment. */
  taskIds: string[];
  /** How many of them have not ended. */
  open: number;
  /** Why one that was to delete all its files was given up; null where none was. */
  error: string | null;
}

export async function gcProgress(db: Db, experimentId: number): Promise<GcProgress> {
  const rows = await db
    .selectFrom('checkpoint_gc_tasks')
    .select(['task_id', 'purpose', 'ended_at', 'error'])
    .where('experiment_id', '=', experimentId)
    .orderBy('task_id')
    .execute();
  return {
    taskIds: rows.map(({ task_id }) => task_id),
    open: rows.filter(({ ended_at }) => ended_at === null).length,
    error: rows.find(({ purpose, error }) => purpose === 'experiment' && error !== null)?.error ?? null,
  };
}

/** What was tried before says nothing of the next attempt. */
export const forgetEndedGc = (tx: Tx, experimentId: number): Promise<void> => deleteEndedGcTasks(tx, experimentId);
