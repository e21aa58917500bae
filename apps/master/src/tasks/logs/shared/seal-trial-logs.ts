import type { Master } from '#platform/master.ts';
import { logSealing } from '../seal-logs.ts';

/** Puts the logs of a trial that has ended away, in the background. Lines that come later are put away some time later. */
export async function sealTrialLogs(master: Master, trialId: number): Promise<void> {
  const tasks = await master.db.selectFrom('tasks').select('id').where('trial_id', '=', trialId).execute();
  for (const task of tasks) logSealing(master).ask(task.id, true);
}
