import type { Insertable } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { TasksTable } from '#platform/db/tables/task-tables.ts';
import { tasksEnded } from '../../shared/task-events.ts';

/** New tasks; nothing runs for them until an allocation is requested. */
export async function createTasks(tx: Tx, tasks: readonly Insertable<TasksTable>[]): Promise<void> {
  await tx.insertInto('tasks').values(tasks).execute();
}

/** They will not run again: their logs may be put away. */
export async function endTasks(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  const ended = await tx
    .updateTable('tasks')
    .set({ end_time: at.toISOString() })
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .where('end_time', 'is', null)
    .returning('id')
    .execute();
  if (ended.length > 0) publish(tx, tasksEnded, { taskIds: ended.map(({ id }) => id) });
}

/** They go on after all. */
export async function reopenTasks(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('tasks')
    .set({ end_time: null })
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .where('end_time', 'is not', null)
    .execute();
}

/** How many days their logs are kept after their end; -1 for ever. */
export async function retainLogs(db: Db, ids: readonly string[], days: number): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ log_retention_days: days })
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .execute();
}
