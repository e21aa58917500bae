import type { Db } from '#platform/db/database.ts';

interface Switch {
  /** Takes new work. */
  enabled: boolean;
  /** Switched off, but what runs goes on to its end. */
  draining: boolean;
}

/** What an admin has switched off of a machine; a slot of a machine that is off is off, too. */
export interface Switches {
  agent: Switch;
  slot(id: number): Switch;
}

/** The row of a whole machine. */
export const wholeAgent = -1;

export async function readSwitches(db: Db): Promise<(agentId: string) => Switches> {
  const rows = await db.selectFrom('disabled_slots').selectAll().execute();
  const find = (agentId: string, slotId: number): Switch => {
    const row = rows.find((one) => one.agent_id === agentId && one.slot_id === slotId);
    return { enabled: !row, draining: row?.draining ?? false };
  };
  return (agentId) => {
    const agent = find(agentId, wholeAgent);
    return { agent, slot: (id) => (agent.enabled ? find(agentId, id) : agent) };
  };
}
