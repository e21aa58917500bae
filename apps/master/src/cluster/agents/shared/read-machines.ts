import type { LauncherNode } from '@determined/launchers/launcher.ts';
import type { Selectable } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { AllocationPlacesTable, AllocationsTable } from '#platform/db/tables/task-tables.ts';
import { readAgentRows } from '../../resource-managers/shared/agent-store.ts';
import { readSwitches, type Switches } from './switches.ts';

/** What an allocation has on a machine. */
export type RunningPart = Pick<Selectable<AllocationPlacesTable>, 'agent_id' | 'slot_ids' | 'container_id'> &
  Pick<Selectable<AllocationsTable>, 'state' | 'resource_pool'>;

export interface Machine {
  node: LauncherNode;
  /** Names of the pools that it serves. */
  pools: string[];
  registeredAt: string;
  /** What was given to it and has not ended. */
  running: RunningPart[];
  /** As admins have set them; on a machine that is away everything is off. */
  switches: Switches;
}

/** The machines of the cluster with what runs on them. */
export async function readMachines(db: Db): Promise<Machine[]> {
  const [agents, running, switchesOf] = await Promise.all([
    readAgentRows(db),
    db
      .selectFrom('allocation_places as p')
      .innerJoin('allocations as a', 'a.id', 'p.allocation_id')
      .select(['p.agent_id', 'p.slot_ids', 'p.container_id', 'a.state', 'a.resource_pool'])
      .where('p.state', '<>', 'ENDED')
      .where('a.state', '<>', 'TERMINATED')
      .orderBy('p.allocation_id')
      .execute(),
    readSwitches(db),
  ]);
  return agents.map(({ id, address, pools, slots, registered_at, away }) => ({
    node: { id, address, pools, slots },
    pools,
    registeredAt: registered_at,
    running: running.filter(({ agent_id }) => agent_id === id),
    switches: switchesOf(id, away),
  }));
}
