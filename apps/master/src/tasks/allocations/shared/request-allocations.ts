import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { appendMasterLines } from '../../logs/shared/append-master-line.ts';
import { insertAllocations, type StateChange } from './allocation-state.ts';

export interface AllocationWish {
  allocationId: string;
  taskId: string;
  slots: number;
  resourcePool: string;
  /** Seconds that it is given to save its work when it is asked to stop. */
  preemptionTimeout: number;
  name: string;
}

/** Puts tasks into the queue, each under a new allocation; the queue driver does the rest. */
export async function requestAllocations(
  master: Master,
  tx: Tx,
  wishes: readonly AllocationWish[],
  change: Omit<StateChange, 'at'>,
): Promise<void> {
  await insertAllocations(
    tx,
    wishes.map((wish) => ({
      id: wish.allocationId,
      task_id: wish.taskId,
      slots: wish.slots,
      resource_pool: wish.resourcePool,
      preemption_timeout: wish.preemptionTimeout,
    })),
    { ...change, at: master.clock.now() },
  );
  await appendMasterLines(
    master,
    tx,
    wishes.map(({ taskId, name, allocationId }) => ({
      taskId,
      level: 'INFO',
      text: `Scheduling ${name} (id: ${allocationId})`,
    })),
  );
}
