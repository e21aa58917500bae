import type { LauncherNode } from '@determined/launchers/launcher.ts';
import type { Master } from '#platform/master.ts';
import { runEvery } from '#platform/run-every.ts';
import { type AgentsTold, tellAgents } from './shared/agent-store.ts';
import type { ResourceManager } from './shared/resource-managers.ts';
import { shareSlots } from './shared/share-slots.ts';

const tellEveryMs = 2_000;

/**
 * Tells of a manager's machines, now and again and again, so that every master knows them. `may`: whether it is this
 * master's turn, where several reach the same machines.
 */
export async function keepAgents(
  master: Master,
  manager: ResourceManager,
  owner: string,
  may: () => boolean = () => true,
): Promise<void> {
  const { launcher, name } = manager;
  // What cannot be shared out ends the start.
  if (!launcher.placesWork) for (const node of await launcher.nodes()) shared(master, manager, node);
  let complained = false;
  const tell = async () => {
    if (!may()) return;
    const readiness = launcher.readiness();
    const nodes = await launcher.nodes();
    const foreign = await tellAgents(master.db, {
      manager: name,
      owner,
      nodes: nodes.map((node) => shared(master, manager, node)),
      unready: readiness.ready ? null : readiness.reason,
    });
    if (foreign.length > 0 && !complained)
      master.log.error(
        `another master over this database serves a machine by the name ${foreign.join(', ')}; this one offers no slots until machine_name names it otherwise`,
      );
    complained = foreign.length > 0;
  };
  // A database that recovers at this moment is told two seconds later: no reason to end a server that runs.
  const tellOrWarn = () => tell().catch((error) => master.log.warn({ err: error }, 'a machine is not told of'));
  await tellOrWarn();
  const unwatch = launcher.watch((event) => {
    if (event.kind === 'readiness') void tellOrWarn();
  });
  master.onStop(unwatch);
  runEvery(master, tellEveryMs, 'telling of the machines', tell);
}

/** A machine with the pools that it serves: its own, those of its engine, or this master's, of which no slot has two. */
function shared(
  { config }: Master,
  { pools: served }: ResourceManager,
  node: LauncherNode,
): AgentsTold['nodes'][number] {
  const { id, address, slots } = node;
  const named = node.pools ?? served;
  if (named) return { id, address, slots, pools: [...named] };
  const { poolOf, pools } = shareSlots(
    slots.map((slot) => slot.id),
    config,
  );
  return { id, address, pools, slots: slots.map((slot) => ({ ...slot, pool: poolOf.get(slot.id) })) };
}
