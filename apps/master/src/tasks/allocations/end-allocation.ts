import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { appendMasterLine } from '../logs/shared/append-master-line.ts';
import { type AllocationExit, taskKinds } from '../shared/task-kind.ts';
import type { AllocationRow } from './shared/allocation-row.ts';
import { updateAllocation } from './shared/allocation-store.ts';

/** Ends an allocation and lets the task behind it decide what follows, in one transaction. Reasons: trial runtime 20.3. */
export async function endAllocation(
  master: Master,
  tx: Tx,
  row: AllocationRow,
  ended: { exit: AllocationExit; reason: string; exitCode?: number },
): Promise<void> {
  const { exit, reason } = ended;
  const failed = exit.kind === 'failed' || exit.kind === 'lost' || exit.kind === 'refused';
  const task = await tx.selectFrom('tasks').select('type').where('id', '=', row.task_id).executeTakeFirstOrThrow();
  const kind = taskKinds(master).get(task.type);
  if (!kind) throw new Error(`nobody handles tasks of type ${task.type}`);
  const closed = await updateAllocation(tx, row.id, {
    state: 'TERMINATED',
    end_time: master.clock.now().toISOString(),
    token_hash: null,
    waiting_reason: '',
    exit_reason: reason,
    exit_error: failed ? true : null,
    exit_code: exit.kind === 'failed' ? exit.exitCode : null,
  });
  const name = await kind.describe(tx, row.task_id);
  await appendMasterLine(tx, {
    taskId: row.task_id,
    allocationId: row.id,
    level: failed ? 'ERROR' : 'INFO',
    text: `${name} was terminated: ${reason}`,
  });
  await kind.exited(tx, closed, exit);
}
