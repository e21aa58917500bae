import { type Selectable, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { AgentSlot, AgentsTable } from '#platform/db/tables/cluster-tables.ts';

/** A machine nobody has told of for so long is away: the master that reaches it has stopped, or is cut off. */
export const awayAfterSeconds = 10;
/** One that stays away and on which nothing is left is no machine of this cluster any more. */
const forgottenAfterMinutes = 15;

export type AgentRow = Selectable<AgentsTable> & { away: boolean };

export function readAgentRows(db: Db): Promise<AgentRow[]> {
  return db
    .selectFrom('agents')
    .selectAll()
    .select(sql<boolean>`seen_at < now() - make_interval(secs => ${awayAfterSeconds})`.as('away'))
    .orderBy('id')
    .execute();
}

/** Of a machine's slots those that a pool's work may have. */
export const slotsOfPool = (slots: readonly AgentSlot[], pool: string): AgentSlot[] =>
  slots.filter((slot) => slot.pool === undefined || slot.pool === pool);

/** In words, for who waits for it. */
export const awayReason = (agentId: string): string =>
  `The machine ${agentId} is away: the master on it does not run, or is cut off. What runs there goes on.`;

export interface AgentsTold {
  manager: string;
  /** The installation on this machine; empty for machines of an engine. */
  owner: string;
  nodes: Pick<AgentRow, 'id' | 'address' | 'pools' | 'slots'>[];
  /** Why nothing can be started just now. */
  unready: string | null;
}

/**
 * Writes down that machines are there; answers the ids of those that belong to another installation and were left as
 * they are. One that is away with nothing on it may be taken over: its data folder is gone.
 */
export async function tellAgents(db: Db, { manager, owner, nodes, unready }: AgentsTold): Promise<string[]> {
  const foreign: string[] = [];
  for (const { id, address, pools, slots } of nodes) {
    const { numAffectedRows } = await sql`
      insert into agents as a (id, manager, owner, pools, address, slots, unready)
      values (${id}, ${manager}, ${owner}, ${pools}, ${address}, ${JSON.stringify(slots)}, ${unready})
      on conflict (id) do update set manager = excluded.manager, owner = excluded.owner, pools = excluded.pools,
        address = excluded.address, slots = excluded.slots, unready = excluded.unready, seen_at = now()
      where a.owner = excluded.owner
        or a.seen_at < now() - make_interval(secs => ${awayAfterSeconds})
          and not exists (select 1 from allocation_places p where p.agent_id = a.id and p.state <> 'ENDED')`.execute(
      db,
    );
    if (numAffectedRows === 0n) foreign.push(id);
  }
  return foreign;
}

export async function forgetAgents(db: Db): Promise<void> {
  await sql`delete from agents a where seen_at < now() - make_interval(mins => ${forgottenAfterMinutes})
    and not exists (select 1 from allocation_places p where p.agent_id = a.id and p.state <> 'ENDED')`.execute(db);
}
