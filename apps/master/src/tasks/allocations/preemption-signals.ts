import type {
  ackAllocationPreemptionSignalRoute,
  allocationPendingPreemptionSignalRoute,
  allocationPreemptionSignalRoute,
} from '@determined/contract/tasks/allocations-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { isOpen } from '../shared/allocation-row.ts';
import {
  callerOf,
  checkAllocationId,
  findLiveAllocation,
  refuseOtherTask,
  withLiveAllocation,
} from './find-live-allocation.ts';
import { findAllocation, updateAllocation } from './shared/allocation-store.ts';
import { stopAllocation } from './shared/stop-allocation.ts';
import { waitForAllocation } from './wait-for-allocation.ts';

/** Longer than any client asks for; the harness asks for 60 s again and again. */
const longestWaitSeconds = 600;

/** Answers true as soon as the task is asked to stop, false when the time is over or nobody knows the allocation. */
export const preemptionSignal: Handler<typeof allocationPreemptionSignalRoute> = async (request, ctx) => {
  checkAllocationId(request.allocationId);
  const look = async () => {
    const row = await findAllocation(ctx.db, request.allocationId);
    if (row) refuseOtherTask(ctx, row.task_id);
    return !row || !isOpen(row) || row.preempt ? { preempt: Boolean(row && isOpen(row) && row.preempt) } : undefined;
  };
  const seconds = Math.min(Math.max(request.timeoutSeconds, 0), longestWaitSeconds);
  return (await waitForAllocation(ctx, request.allocationId, look, seconds * 1000)) ?? { preempt: false };
};

/** The task has seen the signal: its exit is then no failure. Without a signal there is nothing to acknowledge. */
export const ackPreemption: Handler<typeof ackAllocationPreemptionSignalRoute> = async (request, ctx) => {
  await withLiveAllocation(ctx, request.allocationId, async (tx, row) => {
    if (row.preempt) await updateAllocation(tx, row.id, { preempt_acked: true });
  });
  return {};
};

/** The task expects to be preempted by its own resource manager, and asks for the signal itself. */
export const pendingPreemption: Handler<typeof allocationPendingPreemptionSignalRoute> = async (request, ctx) => {
  const row = await findLiveAllocation(ctx, request.allocationId);
  await inTransaction(ctx.db, (tx) =>
    stopAllocation(ctx.master, tx, {
      allocationId: row.id,
      mode: 'graceful',
      ...callerOf(ctx),
      reason: 'preempted by the resource manager',
    }),
  );
  return {};
};
