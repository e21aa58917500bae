import type { Db } from '#platform/db/database.ts';
import { readAgentRows, slotsOfPool } from './agent-store.ts';

/** Slots of a pool's machines, busy, off and away ones too, but for those of some. */
export async function poolSlots(db: Db, pool: string, without: readonly string[] = []): Promise<number> {
  const agents = (await readAgentRows(db)).filter(({ id, pools }) => pools.includes(pool) && !without.includes(id));
  return agents.reduce((sum, { slots }) => sum + slotsOfPool(slots, pool).length, 0);
}
