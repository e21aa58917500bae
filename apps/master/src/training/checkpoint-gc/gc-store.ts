import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { CheckpointGcTasksTable } from './checkpoint-gc-tables.ts';

export type GcTaskRow = Selectable<CheckpointGcTasksTable>;

/** Those that have checkpoints: of the others there is nothing to be asked. */
export async function insertWishes(tx: Tx, experimentIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with holding as (select v.id from unnest(${experimentIds}::int[]) v (id)
      where exists (select 1 from checkpoints c where c.experiment_id = v.id)),
    wished as (insert into checkpoint_gc_wishes (experiment_id) select id from holding on conflict do nothing)
    select id from holding`.execute(tx);
  return rows.map(({ id }) => id);
}

/** False where somebody else has taken it. */
export async function takeWish(tx: Tx, experimentId: number): Promise<boolean> {
  const taken = await tx
    .deleteFrom('checkpoint_gc_wishes')
    .where('experiment_id', '=', experimentId)
    .executeTakeFirst();
  return taken.numDeletedRows === 1n;
}

export async function readWishes(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('checkpoint_gc_wishes').select('experiment_id').orderBy('experiment_id').execute();
  return rows.map(({ experiment_id }) => experiment_id);
}

export async function insertGcTask(tx: Tx, row: Insertable<CheckpointGcTasksTable>): Promise<void> {
  await tx.insertInto('checkpoint_gc_tasks').values(row).execute();
}

/** Undefined where its experiment is gone. */
export function findGcTask(db: Db, taskId: string): Promise<GcTaskRow | undefined> {
  return db.selectFrom('checkpoint_gc_tasks').selectAll().where('task_id', '=', taskId).executeTakeFirst();
}

export async function noteAttempt(tx: Tx, taskId: string, attempts: number): Promise<void> {
  await tx.updateTable('checkpoint_gc_tasks').set({ attempts }).where('task_id', '=', taskId).execute();
}

export async function endGcTask(tx: Tx, taskId: string, at: Date, error: string | null): Promise<void> {
  await tx
    .updateTable('checkpoint_gc_tasks')
    .set({ ended_at: at.toISOString(), error })
    .where('task_id', '=', taskId)
    .execute();
}

export async function deleteEndedGcTasks(tx: Tx, experimentId: number): Promise<void> {
  await tx
    .deleteFrom('checkpoint_gc_tasks')
    .where('experiment_id', '=', experimentId)
    .where('ended_at', 'is not', null)
    .execute();
}
