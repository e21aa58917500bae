import type { Tx } from '#platform/db/database.ts';
import { withoutNul } from '../log-line.ts';
import { insertLines, lockHead } from '../log-store.ts';

/**
 * Adds a line of the master itself to a task's log, in the transaction of what it speaks of. The allocation is not
 * kept: on the wire, such lines carry none.
 */
export async function appendMasterLine(
  tx: Tx,
  line: { taskId: string; allocationId: string; level: 'INFO' | 'ERROR'; text: string },
): Promise<void> {
  const n = await lockHead(tx, line.taskId);
  await insertLines(tx, [
    {
      n,
      taskId: line.taskId,
      allocationId: null,
      containerId: null,
      agentId: null,
      rankId: null,
      time: new Date().toISOString(),
      level: line.level,
      source: 'master',
      stdtype: 'stdout',
      text: `${withoutNul(line.text)}\n`,
    },
  ]);
}
