import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { type LogLine, lineTime, withoutNul } from '../log-line.ts';
import { insertLines, lockHead } from '../log-store.ts';

/** Adds a line of the master itself to a task's log, in the transaction of what it speaks of. */
export async function appendMasterLine(
  master: Master,
  tx: Tx,
  taskId: string,
  level: 'INFO' | 'ERROR',
  text: string,
): Promise<void> {
  const n = await lockHead(tx, taskId);
  await insertLines(tx, [{ ...masterLine({ taskId, level, text, at: master.clock.now() }), n }]);
}

/** On the wire, lines of the master carry no allocation. */
export function masterLine(line: {
  taskId: string;
  level: 'INFO' | 'ERROR';
  text: string;
  at: Date;
}): LogLine & { taskId: string } {
  return {
    taskId: line.taskId,
    allocationId: null,
    containerId: null,
    agentId: null,
    rankId: null,
    time: lineTime(line.at.toISOString()),
    level: line.level,
    source: 'master',
    stdtype: 'stdout',
    text: `${withoutNul(line.text)}\n`,
  };
}
