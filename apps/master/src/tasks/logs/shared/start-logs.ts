import type { Master } from '#platform/master.ts';
import { startCleanup } from '../cleanup-logs.ts';
import { logSealing } from '../seal-logs.ts';

/** Starts what runs in the background; called once when the master starts. */
export function startLogs(master: Master): void {
  logSealing(master).start(master.stopping);
  startCleanup(master);
}
