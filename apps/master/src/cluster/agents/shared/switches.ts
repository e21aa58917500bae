import type { Db } from '#platform/db/database.ts';

interface Switch {
  /** Takes new work. */
  enabled: boolean;
  /** Switched off, but what runs goes on to its end. */
  draining: boolean;
}

/** What takes new work of a machine; a slot of a machine that is off is off, too. */
export interface Switches {
  agent: Switch;
  slot(id: number): Switch;
}

/** The row of a whole machine. */
export const wholeAgent = -1;

/** Of each machine: what an admin has switched off; nothing is on where it is away. */
export async function readSwitches(db: Db): Promise<(agentId: string, away: boolean) => Switches> {
  const rows = await db.selectFrom('disabled_slots').selectAll().execute();
  const find = (agentId: string, slotId: number): Switch => {
    const row = rows.find((one) => one.agent_id === agentId && one.slot_id === slotId);
    return { enabled: !row, draining: row?.draining ?? false };
  };
  return (agentId, away) => {
    const switched = find(agentId, wholeAgent);
    const agent = { ...switched, enabled: switched.enabled && !away };
    return { agent, slot: (id) => (agent.enabled ? find(agentId, id) : agent) };
  };
}
