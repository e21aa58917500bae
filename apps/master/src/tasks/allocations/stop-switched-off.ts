import { sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import type { SwitchedPlace } from '../../cluster/agents/shared/agent-hooks.ts';
import { queueChanged } from './allocation-events.ts';
import { stopAllocation } from './shared/stop-allocation.ts';

/** Ends what runs on a machine or slot that was switched off without draining; the queue looks again in any case. */
export async function stopSwitchedOff(master: Master, tx: Tx, place: SwitchedPlace): Promise<void> {
  publish(tx, queueChanged, {});
  if (place.enabled || place.draining) return;
  const { agentId, slotId } = place;
  let query = tx
    .selectFrom('allocation_places')
    .select('allocation_id')
    .orderBy('allocation_id')
    .where('agent_id', '=', agentId)
    .where('state', '<>', 'ENDED');
  if (slotId !== null) query = query.where(sql<boolean>`${slotId}::integer = any(slot_ids)`);
  for (const { allocation_id } of await query.execute()) {
    await stopAllocation(master, tx, {
      allocationId: allocation_id,
      mode: 'kill',
      by: 'machine',
      reason: slotId === null ? 'agent disabled' : 'slot disabled',
    });
  }
}
