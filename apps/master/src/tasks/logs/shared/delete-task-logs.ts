import type { Tx } from '#platform/db/database.ts';

/** Deletes the logs of some tasks; gives the number of lines. */
export async function deleteTaskLogs(tx: Tx, taskIds: readonly string[]): Promise<number> {
  if (taskIds.length === 0) return 0;
  const heads = await tx
    .deleteFrom('task_log_heads')
    .where('task_id', '=', (eb) => eb.fn.any(eb.val(taskIds)))
    .returning('lines')
    .execute();
  await tx
    .deleteFrom('task_log_chunks')
    .where('task_id', '=', (eb) => eb.fn.any(eb.val(taskIds)))
    .execute();
  await tx
    .deleteFrom('task_log_lines')
    .where('task_id', '=', (eb) => eb.fn.any(eb.val(taskIds)))
    .execute();
  await tx
    .deleteFrom('task_log_offsets')
    .where('task_id', '=', (eb) => eb.fn.any(eb.val(taskIds)))
    .execute();
  return heads.reduce((sum, head) => sum + head.lines, 0);
}
