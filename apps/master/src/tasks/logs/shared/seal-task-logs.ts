import type { Master } from '#platform/master.ts';
import { logSealing } from '../seal-logs.ts';

/** Puts the logs of tasks that have ended away, in the background. Lines that come later are put away some time later. */
export function sealTaskLogs(master: Master, taskIds: readonly string[]): void {
  for (const id of taskIds) logSealing(master).ask(id, true);
}
