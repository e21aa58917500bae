import { type Insertable, sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { TasksTable } from '#platform/db/tables/task-tables.ts';
import { tasksEnded } from '../../shared/task-events.ts';
import type { TaskHistoryTable } from '../task-history-tables.ts';

/** New tasks; nothing runs for them until an allocation is requested. */
export async function createTasks(tx: Tx, tasks: readonly Insertable<TasksTable>[]): Promise<void> {
  await tx.insertInto('tasks').values(tasks).execute();
}

/** Why tasks end or go on, and who asked for it. */
export interface TaskChange {
  reason: string;
  userId?: number;
  at: Date;
}

/** They will not run again: their logs may be put away. */
export async function endTasks(tx: Tx, ids: readonly string[], change: TaskChange): Promise<void> {
  const ended = await tx
    .updateTable('tasks')
    .set({ end_time: change.at.toISOString() })
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .where('end_time', 'is', null)
    .returning('id')
    .execute();
  await record(tx, ended, { from_state: 'ACTIVE', to_state: 'ENDED' }, change);
  if (ended.length > 0) publish(tx, tasksEnded, { taskIds: ended.map(({ id }) => id) });
}

/** They go on after all. */
export async function reopenTasks(tx: Tx, ids: readonly string[], change: TaskChange): Promise<void> {
  const reopened = await tx
    .updateTable('tasks')
    .set({ end_time: null })
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .where('end_time', 'is not', null)
    .returning('id')
    .execute();
  await record(tx, reopened, { from_state: 'ENDED', to_state: 'ACTIVE' }, change);
}

async function record(
  tx: Tx,
  tasks: readonly { id: string }[],
  { from_state, to_state }: Pick<TaskHistoryTable, 'from_state' | 'to_state'>,
  { reason, userId, at }: TaskChange,
): Promise<void> {
  if (tasks.length === 0) return;
  await sql`insert into task_history (task_id, from_state, to_state, user_id, reason, at)
    select id, ${from_state}, ${to_state}, ${userId ?? null}::int, ${reason}, ${at.toISOString()}::timestamptz
    from unnest(${tasks.map(({ id }) => id)}::text[]) id`.execute(tx);
}

/** Of jobs whose work is deleted; the rows of their tasks stay, for the account of who used what. Gives those they had. */
export async function dropEnvironments(tx: Tx, jobIds: readonly string[]): Promise<string[]> {
  const had = await tx
    .selectFrom('tasks')
    .select('environment_id')
    .distinct()
    .where('job_id', '=', (eb) => eb.fn.any(eb.val(jobIds)))
    .where('environment_id', 'is not', null)
    .orderBy('environment_id')
    .execute();
  await tx
    .updateTable('tasks')
    .set({ environment_id: null })
    .where('job_id', '=', (eb) => eb.fn.any(eb.val(jobIds)))
    .where('environment_id', 'is not', null)
    .execute();
  return had.flatMap(({ environment_id: id }) => id ?? []);
}

/** How many days their logs are kept after their end; -1 for ever. */
export async function retainLogs(db: Db, ids: readonly string[], days: number): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ log_retention_days: days })
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute();
}
