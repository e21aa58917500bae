import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { appendMasterLine } from '../../logs/shared/append-master-line.ts';
import { insertAllocation } from './allocation-store.ts';

/** Puts a task into the queue under a new allocation; the queue driver does the rest. */
export async function requestAllocation(
  master: Master,
  tx: Tx,
  request: {
    allocationId: string;
    taskId: string;
    slots: number;
    resourcePool: string;
    /** Seconds that it is given to save its work when it is asked to stop. */
    preemptionTimeout: number;
    name: string;
  },
): Promise<void> {
  const { allocationId, taskId } = request;
  await insertAllocation(tx, {
    id: allocationId,
    task_id: taskId,
    slots: request.slots,
    resource_pool: request.resourcePool,
    preemption_timeout: request.preemptionTimeout,
  });
  await appendMasterLine(master, tx, taskId, 'INFO', `Scheduling ${request.name} (id: ${allocationId})`);
}
