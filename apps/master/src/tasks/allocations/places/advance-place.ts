import { randomUUID } from 'node:crypto';
import type { TaskPlace } from '@determined/launchers/launcher.ts';
import type { Tx } from '#platform/db/database.ts';
import type { StoredAllocationState } from '#platform/db/tables/task-tables.ts';
import type { Master } from '#platform/master.ts';
import { appendMasterLine } from '../../logs/shared/append-master-line.ts';
import { taskName } from '../../shared/task-kind.ts';
import { setAllocationState } from '../shared/allocation-state.ts';
import { lockAllocation } from '../shared/allocation-store.ts';
import { insertPlaces, type PlaceKey, readPlaces, updatePlace } from '../shared/place-store.ts';

interface Step {
  to: 'STARTING' | 'RUNNING';
  /** Where it is, by rank from this one on; an engine tells all of them. */
  places: readonly TaskPlace[];
  /** What the allocation is when all its parts run. */
  allRun: 'PULLING' | 'RUNNING';
  manager: string;
}

const order = { ASSIGNED: 0, STARTING: 1, RUNNING: 2, ENDED: 3 };

/** Writes down how far a part has come, never back; the allocation is as far as the part that is least so. */
export async function advancePlace(master: Master, tx: Tx, key: PlaceKey, step: Step): Promise<void> {
  const row = await lockAllocation(tx, key.allocation_id);
  if (!row || row.state === 'TERMINATED') return;
  const before = await readPlaces(tx, key.allocation_id);
  const own = before.find(({ rank }) => rank === key.rank);
  if (!own || order[own.state] >= order[step.to]) return;
  await updatePlace(tx, own, { state: step.to });
  for (const [i, told] of step.places.entries()) {
    const rank = key.rank + i;
    const where = { agent_id: told.nodeId, slot_ids: told.slotIds, address: told.address };
    if (before.some((place) => place.rank === rank)) await updatePlace(tx, { ...key, rank }, where);
    else {
      const fresh = { rank, manager: step.manager, container_id: randomUUID(), state: step.to, ...where };
      await insertPlaces(tx, key.allocation_id, [fresh]);
    }
  }
  if (row.state !== 'ASSIGNED' && row.state !== 'STARTING') return;
  const move = (to: StoredAllocationState, reason: string) =>
    setAllocationState(
      tx,
      { ids: [row.id], from: row.state, to },
      { by: 'machine', reason, at: master.clock.now(), also: { waiting_reason: '' } },
    );
  const open = (await readPlaces(tx, key.allocation_id)).filter(({ state }) => state !== 'ENDED');
  if (open.some(({ state }) => state !== 'RUNNING')) {
    if (row.state === 'ASSIGNED') await move('STARTING', `part ${key.rank} starts`);
    return;
  }
  await move(step.allRun, 'all its parts run');
  const name = await taskName(master, tx, row.task_id);
  await appendMasterLine(master, tx, row.task_id, 'INFO', `Resources for ${name} have started`);
}
