import type { LauncherNode } from '@determined/launchers/launcher.ts';
import type { Selectable } from 'kysely';
import type { AllocationsTable } from '#platform/db/tables/task-tables.ts';
import type { Master } from '#platform/master.ts';
import { launcherOf, poolsOf } from './launcher-of.ts';
import { readSwitches, type Switches } from './switches.ts';

export type RunningAllocation = Pick<
  Selectable<AllocationsTable>,
  'id' | 'state' | 'slots' | 'slot_ids' | 'agent_id' | 'container_id' | 'resource_pool'
>;

export interface Machine {
  node: LauncherNode;
  /** Names of the pools that it serves. */
  pools: string[];
  registeredAt: string;
  /** What was given to it and has not ended. */
  running: RunningAllocation[];
  switches: Switches;
}

/** The launcher's machines with what the rows say runs on them. */
export async function readMachines(master: Master): Promise<Machine[]> {
  const { current, since } = launcherOf(master);
  if (!current) return [];
  const [nodes, running, switchesOf] = await Promise.all([
    current.nodes(),
    master.db
      .selectFrom('allocations')
      .select(['id', 'state', 'slots', 'slot_ids', 'agent_id', 'container_id', 'resource_pool'])
      .where('state', 'not in', ['PENDING', 'TERMINATED'])
      .execute(),
    readSwitches(master.db),
  ]);
  return nodes.map((node) => ({
    node,
    pools: poolsOf(master, node),
    registeredAt: since,
    running: running.filter(({ agent_id }) => agent_id === node.id),
    switches: switchesOf(node.id),
  }));
}
