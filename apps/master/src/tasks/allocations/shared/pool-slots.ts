import type { Master } from '#platform/master.ts';
import { poolAgents } from '../queue-view.ts';
import { launcherOf } from './launcher-of.ts';

/** Slots of all machines of a pool, busy or not. */
export async function poolSlots(master: Master, pool: string): Promise<number> {
  const launcher = launcherOf(master).current;
  if (!launcher) return 0;
  const agents = (await poolAgents(master, launcher)).get(pool) ?? [];
  return agents.reduce((sum, agent) => sum + agent.slots.length, 0);
}
