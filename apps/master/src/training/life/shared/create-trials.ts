import type { CreateOperation } from '@determined/searchers/search-method.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import type { ExperimentRow } from './experiment-state.ts';
import { insertTrials } from './insert-trials.ts';
import { transitionTrials } from './trial-life.ts';

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
        log_retention_days: retentionDays(experiment),
        start_time,
      },
      hparams,
      taskName: requestId,
    })),
  );
  if (experiment.state === 'ACTIVE')
    await transitionTrials(master, tx, experiment, trials, { to: 'ACTIVE', reason: 'created' });
}

/** Days that its configuration says its logs are kept; null where it leaves that to the cluster. */
function retentionDays({ config }: ExperimentRow): number | null {
  // Its format says that this is an object, if it is there.
  const policy = config.retention_policy as { log_retention_days?: number } | null | undefined;
  return policy?.log_retention_days ?? null;
}
