import { defineHook } from '#platform/hook.ts';

/** A machine, or one slot of it, that was switched on or off. */
export interface SwitchedPlace {
  agentId: string;
  slotId: number | null;
  enabled: boolean;
  draining: boolean;
}

export const placeSwitched = defineHook<SwitchedPlace>('place-switched');
