import type { Tx } from '#platform/db/database.ts';
import { appendMasterLine } from '../../logs/shared/append-master-line.ts';
import { insertAllocation } from './allocation-store.ts';

/** Puts a task into the queue under a new allocation; the queue driver does the rest. */
export async function requestAllocation(
  tx: Tx,
  request: { allocationId: string; taskId: string; slots: number; resourcePool: string; name: string },
): Promise<void> {
  const { allocationId, taskId } = request;
  await insertAllocation(tx, {
    id: allocationId,
    task_id: taskId,
    slots: request.slots,
    resource_pool: request.resourcePool,
  });
  await appendMasterLine(tx, {
    taskId,
    allocationId,
    level: 'INFO',
    text: `Scheduling ${request.name} (id: ${allocationId})`,
  });
}
