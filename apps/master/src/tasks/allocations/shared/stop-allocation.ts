import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { appendMasterLine, appendMasterLines } from '../../logs/shared/append-master-line.ts';
import { type AllocationRow, isOpen } from '../../shared/allocation-row.ts';
import { endAllocation, lockToEnd } from '../end-allocation.ts';
import { type StateChange, setAllocationState } from './allocation-state.ts';
import { findAllocation, lockAllocation, updateAllocation } from './allocation-store.ts';

/** Asks a task to stop: `graceful` gives it time to save its work where it can be asked, `kill` does not. */
export type StopMode = 'graceful' | 'kill';

/**
 * Stops an allocation. Only rows are written: the process is stopped by the leading master, so that any master can take
 * the call. What has not been launched ends at once. Facts: trial runtime 11.2.
 */
export async function stopAllocation(
  master: Master,
  tx: Tx,
  request: { allocationId: string; mode: StopMode } & Omit<StateChange, 'at'>,
): Promise<void> {
  const { allocationId, mode, ...change } = request;
  const { reason } = change;
  const known = await findAllocation(tx, allocationId);
  const row = await (known?.state === 'PENDING' ? lockToEnd(master, tx, known) : lockAllocation(tx, allocationId));
  if (!row || !isOpen(row)) return;
  if (row.state === 'PENDING') {
    await endAllocation(master, tx, row, { ...change, exit: { kind: 'stopped' }, reason: abortReason(reason) });
    return;
  }
  const log = (text: string) =>
    appendMasterLine(master, tx, row.task_id, 'INFO', `${text} allocation's remaining resources (reason: ${reason})`);
  if (mode === 'graceful' && row.is_ready) {
    if (row.preempt) return;
    const deadline = deadlineIn(master, row.preemption_timeout, row.preempt_deadline);
    await updateAllocation(tx, row.id, { preempt: true, preempt_deadline: deadline });
    await log('gracefully terminating');
    return;
  }
  if (row.kill_requested) return;
  const at = master.clock.now();
  const also = { kill_requested: true };
  await setAllocationState(tx, { ids: [row.id], from: row.state, to: 'TERMINATING' }, { ...change, at, also });
  await log('forcibly killing');
}

const abortReason = (reason: string) => `allocation aborted after exit before start: ${reason}`;

/**
 * Ends allocations that wait, for a band that has locked what is behind their tasks and goes on from there by itself.
 * `names` are those of the tasks. Answers the allocations that did wait; the others have been launched meanwhile.
 */
export async function abortWaiting(
  master: Master,
  tx: Tx,
  waiting: readonly AllocationRow[],
  names: ReadonlyMap<string, string>,
  change: Omit<StateChange, 'at'>,
): Promise<Set<string>> {
  if (waiting.length === 0) return new Set();
  const ids = waiting.map(({ id }) => id);
  const reason = abortReason(change.reason);
  const at = master.clock.now();
  const also = { end_time: at.toISOString(), waiting_reason: '', exit_reason: reason };
  const closed = await setAllocationState(
    tx,
    { ids, from: 'PENDING', to: 'TERMINATED' },
    { ...change, reason, at, also },
  );
  await appendMasterLines(
    master,
    tx,
    closed.map(({ task_id }) => ({
      taskId: task_id,
      level: 'INFO',
      text: `${names.get(task_id) ?? task_id} was terminated: ${reason}`,
    })),
  );
  return new Set(closed.map(({ id }) => id));
}

/** Kills what still runs after a while. */
export async function killAllocationLater(
  master: Master,
  tx: Tx,
  allocationId: string,
  graceSeconds: number,
): Promise<void> {
  const row = await lockAllocation(tx, allocationId);
  if (!row || !isOpen(row)) return;
  const deadline = deadlineIn(master, graceSeconds, row.preempt_deadline);
  await updateAllocation(tx, allocationId, { preempt_deadline: deadline });
}

/** A deadline that is nearer stays. */
function deadlineIn(master: Master, seconds: number, present: string | null): string {
  const deadline = master.clock.now().getTime() + seconds * 1000;
  return new Date(present === null ? deadline : Math.min(deadline, Date.parse(present))).toISOString();
}
