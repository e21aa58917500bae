import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { type LogLine, lineTime } from '../log-line.ts';
import { insertLines, lockHeads } from '../log-store.ts';

export interface MasterLine {
  taskId: string;
  level: 'INFO' | 'WARNING' | 'ERROR';
  text: string;
}

/** Adds a line of the master itself to a task's log, in the transaction of what it speaks of. */
export const appendMasterLine = (
  master: Master,
  tx: Tx,
  taskId: string,
  level: MasterLine['level'],
  text: string,
): Promise<void> => appendMasterLines(master, tx, [{ taskId, level, text }]);

/** The same to many logs, one line each. */
export async function appendMasterLines(master: Master, tx: Tx, lines: readonly MasterLine[]): Promise<void> {
  const heads = await lockHeads(
    tx,
    lines.map(({ taskId }) => taskId),
  );
  const at = master.clock.now();
  await insertLines(
    tx,
    lines.map((line) => ({ ...masterLine({ ...line, at }), n: heads.get(line.taskId) ?? 0 })),
  );
}

/** On the wire, lines of the master carry no allocation. */
export function masterLine(line: MasterLine & { at: Date }): LogLine & { taskId: string } {
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
    text: `${line.text}\n`,
  };
}
