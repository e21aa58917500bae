import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { endTaskSessions } from '../../identity/sessions/shared/session-store.ts';
import { appendMasterLine } from '../logs/shared/append-master-line.ts';
import type { AllocationRow } from '../shared/allocation-row.ts';
import { type AllocationExit, kindOf, taskName } from '../shared/task-kind.ts';
import { forgetGatherings } from './gathering-store.ts';
import { type StateChange, setAllocationState } from './shared/allocation-state.ts';
import { lockAllocation } from './shared/allocation-store.ts';

/** Locks an allocation that may be about to end, after what its end changes. */
export async function lockToEnd(
  master: Master,
  tx: Tx,
  known: Pick<AllocationRow, 'id' | 'task_id'>,
): Promise<AllocationRow | undefined> {
  await (await kindOf(master, tx, known.task_id)).lock(tx, known.task_id);
  return lockAllocation(tx, known.id);
}

/**
 * Ends an allocation that `lockToEnd` has locked, and lets the task behind it decide what follows, in one transaction.
 * Reasons: trial runtime 20.3.
 */
export async function endAllocation(
  master: Master,
  tx: Tx,
  row: AllocationRow,
  { exit, ...change }: { exit: AllocationExit } & Omit<StateChange, 'at'>,
): Promise<void> {
  const failed = exit.kind === 'failed' || exit.kind === 'lost' || exit.kind === 'refused';
  const { reason } = change;
  const at = master.clock.now();
  const also = {
    end_time: at.toISOString(),
    waiting_reason: '',
    exit_reason: reason,
    exit_error: failed ? true : null,
    exit_code: exit.kind === 'failed' ? exit.exitCode : null,
  };
  const [closed] = await setAllocationState(
    tx,
    { ids: [row.id], from: row.state, to: 'TERMINATED' },
    { ...change, at, also },
  );
  if (!closed) throw new Error(`allocation ${row.id} was not locked`);
  await endTaskSessions(tx, row.id);
  await forgetGatherings(tx, row.id);
  const name = await taskName(master, tx, row.task_id);
  await appendMasterLine(master, tx, row.task_id, failed ? 'ERROR' : 'INFO', `${name} was terminated: ${reason}`);
  await (await kindOf(master, tx, row.task_id)).exited(tx, closed, exit);
}
