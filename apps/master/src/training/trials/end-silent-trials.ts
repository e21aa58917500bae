import { inTransaction } from '#platform/db/transaction.ts';
import type { Master } from '#platform/master.ts';
import { runEvery } from '#platform/run-every.ts';
import { lockTrial } from '../life/shared/find-trial.ts';
import { refreshUnmanaged } from '../life/shared/refresh-unmanaged.ts';
import { setTrialStates } from '../life/shared/trial-state.ts';

const silenceMs = 5 * 60_000;

/** Unmanaged trials that gave no sign of life for five minutes have died with their process. */
export async function endSilentTrials(master: Master): Promise<void> {
  const deadline = new Date(master.clock.now().getTime() - silenceMs).toISOString();
  const silent = await master.db
    .selectFrom('trials as t')
    .innerJoin('experiments as e', 'e.id', 't.experiment_id')
    .select('t.id')
    .where('e.unmanaged', '=', true)
    .where('t.state', '=', 'RUNNING')
    .where('t.last_activity', '<', deadline)
    .execute();
  for (const { id } of silent) {
    await inTransaction(master.db, async (tx) => {
      const { trial, experiment } = await lockTrial(tx, id);
      // It may have spoken in between.
      if (trial.state !== 'RUNNING' || trial.last_activity === null || trial.last_activity >= deadline) return;
      const at = new Date(trial.last_activity);
      await setTrialStates(tx, [trial], 'ERROR', { reason: 'no sign of life for five minutes', at });
      await refreshUnmanaged(tx, experiment, at);
    });
  }
}

/** Looks every minute until the master stops. */
export function watchSilentTrials(master: Master): void {
  runEvery(master, 60_000, 'looking after unmanaged trials', () => endSilentTrials(master));
}
