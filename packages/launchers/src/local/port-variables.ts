import type { LauncherSlot } from '#launcher.ts';

const NAMES = ['DTRAIN_SSH_PORT', 'INTER_TRAIN_PROCESS_COMM_PORT_1', 'INTER_TRAIN_PROCESS_COMM_PORT_2', 'C10D_PORT'];
const FIRST = 12_350;

/**
 * The ports by which the processes of a distributed trial find each other. The harness has one default for all trials;
 * tasks that share a machine need their own. No two tasks have a slot in common, so the slot makes the difference.
 */
export function portVariables(slots: LauncherSlot[]): Record<string, string> {
  if (slots.length === 0) return {};
  const slot = Math.min(...slots.map(({ id }) => id));
  return Object.fromEntries(NAMES.map((name, i) => [name, String(FIRST + slot * NAMES.length + i)]));
}
