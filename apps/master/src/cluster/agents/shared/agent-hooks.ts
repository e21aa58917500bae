import type { Tx } from '#platform/db/database.ts';
import { perMaster } from '#platform/master.ts';

/** A machine, or one slot of it, that was switched on or off. */
export interface SwitchedPlace {
  agentId: string;
  slotId: number | null;
  enabled: boolean;
  draining: boolean;
}

/** What other bands do about it, in the same transaction. */
export const agentHooks = perMaster(() => ({
  switched: [] as ((tx: Tx, place: SwitchedPlace) => Promise<void>)[],
}));
