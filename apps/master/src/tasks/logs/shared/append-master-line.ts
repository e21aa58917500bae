import type { Tx } from '#platform/db/database.ts';

/** Adds a line of the master itself to a task's log, in the transaction of what it speaks of. */
export async function appendMasterLine(
  tx: Tx,
  line: { taskId: string; allocationId: string; level: 'INFO' | 'ERROR'; text: string },
): Promise<void> {
  await tx
    .insertInto('task_log_lines')
    .values({
      task_id: line.taskId,
      allocation_id: line.allocationId,
      time: new Date().toISOString(),
      level: line.level,
      source: 'master',
      stdtype: 'stdout',
      text: `${line.text}\n`,
    })
    .execute();
}
