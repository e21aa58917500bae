import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { appendMasterLine } from '../../logs/shared/append-master-line.ts';
import { endAllocation } from '../end-allocation.ts';
import { isOpen } from './allocation-row.ts';
import { lockAllocation, updateAllocation } from './allocation-store.ts';

/** Asks a task to stop: `graceful` gives it time to save its work where it can be asked, `kill` does not. */
export type StopMode = 'graceful' | 'kill';

/**
 * Stops an allocation. Only rows are written: the process is stopped by the leading master, so that any master can take
 * the call. What has not been launched ends at once. Facts: trial runtime 11.2.
 */
export async function stopAllocation(
  master: Master,
  tx: Tx,
  request: { allocationId: string; mode: StopMode; reason: string; preemptionTimeoutSeconds?: number },
): Promise<void> {
  const row = await lockAllocation(tx, request.allocationId);
  if (!row || !isOpen(row)) return;
  const log = (text: string) =>
    appendMasterLine(tx, {
      taskId: row.task_id,
      allocationId: row.id,
      level: 'INFO',
      text: `${text} (reason: ${request.reason})`,
    });
  if (row.state === 'PENDING') {
    await endAllocation(master, tx, row, {
      exit: { kind: 'stopped' },
      reason: `allocation aborted after exit before start: ${request.reason}`,
    });
    return;
  }
  if (request.mode === 'graceful' && row.is_ready) {
    if (row.preempt) return;
    const deadline = master.clock.now().getTime() + (request.preemptionTimeoutSeconds ?? 3600) * 1000;
    await updateAllocation(tx, row.id, { preempt: true, preempt_deadline: new Date(deadline).toISOString() });
    await log("gracefully terminating allocation's remaining resources");
    return;
  }
  if (row.kill_requested) return;
  await updateAllocation(tx, row.id, { kill_requested: true });
  await log("forcibly killing allocation's remaining resources");
}

/** Kills what still runs after a while; a deadline that is nearer stays. */
export async function killAllocationLater(
  master: Master,
  tx: Tx,
  allocationId: string,
  graceSeconds: number,
): Promise<void> {
  const deadline = new Date(master.clock.now().getTime() + graceSeconds * 1000).toISOString();
  const row = await lockAllocation(tx, allocationId);
  if (!row || !isOpen(row) || (row.preempt_deadline !== null && row.preempt_deadline < deadline)) return;
  await updateAllocation(tx, allocationId, { preempt_deadline: deadline });
}
