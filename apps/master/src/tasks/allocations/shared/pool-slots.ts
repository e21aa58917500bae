import type { Master } from '#platform/master.ts';
import { launcherOf } from '../../../cluster/agents/shared/launcher-of.ts';
import { poolAgents } from '../../../cluster/job-queue/shared/queue-view.ts';

/** Slots of a pool's machines, busy or not, but for those of some. */
export async function poolSlots(master: Master, pool: string, without: readonly string[] = []): Promise<number> {
  const launcher = launcherOf(master).current;
  if (!launcher) return 0;
  const agents = (await poolAgents(master, launcher)).get(pool) ?? [];
  return agents.reduce((sum, agent) => sum + (without.includes(agent.id) ? 0 : agent.slots.length), 0);
}
