import type { CreateOperation } from '@determined/searchers/search-method.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import type { ExperimentRow } from './shared/experiment-state.ts';
import { insertTrials } from './shared/insert-trials.ts';
import { transitionTrials } from './shared/trial-life.ts';

/** The trials that the searcher asked for, with their tasks; they start at once when the experiment is active. */
export async function createTrials(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  operations: readonly CreateOperation[],
): Promise<void> {
  if (operations.length === 0) return;
  const start_time = master.clock.now().toISOString();
  const trials = await insertTrials(
    tx,
    experiment,
    operations.map(({ requestId, hparams, trialSeed }) => ({
      own: {
        request_id: requestId,
        seed: trialSeed,
        warm_start_checkpoint_uuid: experiment.warm_start_checkpoint_uuid,
        start_time,
      },
      hparams,
      taskName: requestId,
      logRetentionDays: experiment.config.retention_policy?.log_retention_days ?? null,
    })),
  );
  if (experiment.state === 'ACTIVE')
    await transitionTrials(master, tx, experiment, trials, { to: 'ACTIVE', reason: 'created' });
}
