import { randomUUID } from 'node:crypto';
import type { Leader } from '#platform/leader/leader.ts';
import type { Master } from '#platform/master.ts';
import { appendMasterLine } from '../logs/shared/append-master-line.ts';
import { taskName } from '../shared/task-kind.ts';
import { setAllocationState } from './shared/allocation-state.ts';
import { lockAllocation } from './shared/allocation-store.ts';
import { insertPlaces } from './shared/place-store.ts';

/** What the scheduler decided for an allocation. */
export interface Assigned {
  id: string;
  /** The resource manager that its machines belong to. */
  manager: string;
  /** A machine and its slots for each rank; one without a machine where an engine will choose. */
  places: readonly { agentId: string; slotIds: readonly number[] }[];
  /** Started past a more important request for which there is no room. */
  backfilled: boolean;
}

/**
 * Gives a waiting allocation its places. Who reaches the machines starts it there. False when it waits no longer, or one
 * of the machines is gone.
 */
export async function assignAllocation(master: Master, leader: Leader, assigned: Assigned): Promise<boolean> {
  return leader.transaction(async (tx) => {
    const row = await lockAllocation(tx, assigned.id);
    if (row?.state !== 'PENDING') return false;
    const agents = await tx.selectFrom('agents').select(['id', 'address']).execute();
    const address = new Map([['', ''], ...agents.map((agent) => [agent.id, agent.address] as const)]);
    if (assigned.places.some(({ agentId }) => !address.has(agentId))) return false;
    const at = master.clock.now();
    await setAllocationState(
      tx,
      { ids: [row.id], from: row.state, to: 'ASSIGNED' },
      {
        by: 'queue',
        reason: assigned.backfilled ? 'there is room beside a more important one that waits' : 'there is room',
        at,
        also: { backfilled: assigned.backfilled, start_time: at.toISOString(), waiting_reason: '' },
      },
    );
    await insertPlaces(
      tx,
      row.id,
      assigned.places.map(({ agentId, slotIds }, rank) => ({
        rank,
        manager: assigned.manager,
        agent_id: agentId,
        slot_ids: [...slotIds],
        container_id: randomUUID(),
        address: address.get(agentId),
        state: 'ASSIGNED',
      })),
    );
    const name = await taskName(master, tx, row.task_id);
    await appendMasterLine(master, tx, row.task_id, 'INFO', `${name} was assigned to an agent`);
    return true;
  });
}
