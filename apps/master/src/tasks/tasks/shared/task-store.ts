import type { Insertable } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { TasksTable } from '#platform/db/tables/task-tables.ts';

/** New tasks; nothing runs for them until an allocation is requested. */
export async function createTasks(tx: Tx, tasks: readonly Insertable<TasksTable>[]): Promise<void> {
  await tx.insertInto('tasks').values(tasks).execute();
}

/** They will not run again: their logs may be put away. */
export async function endTasks(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .updateTable('tasks')
    .set({ end_time: at.toISOString() })
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .where('end_time', 'is', null)
    .execute();
}
