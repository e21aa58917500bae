import type { Master } from '#platform/master.ts';
import { logSealing } from '../seal-logs.ts';

/** Puts the log of a task that has ended away, in the background. Lines that come later are put away some time later. */
export function sealTaskLogs(master: Master, taskId: string): void {
  logSealing(master).ask(taskId, true);
}
