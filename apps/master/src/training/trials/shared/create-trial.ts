import type { CreateOperation } from '@determined/searchers/search-method.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import type { ExperimentRow } from '../../experiments/shared/experiment-state.ts';
import { insertTrial } from './insert-trial.ts';
import { moveTrial } from './trial-life.ts';
import type { TrialRow } from './trial-state.ts';

/** A trial that the searcher asked for, with its task; it starts at once when the experiment is active. */
export async function createTrial(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  operation: CreateOperation,
): Promise<TrialRow> {
  const trial = await insertTrial(
    tx,
    experiment,
    {
      request_id: operation.requestId,
      hparams: JSON.stringify(operation.hparams),
      seed: operation.trialSeed,
      warm_start_checkpoint_uuid: experiment.warm_start_checkpoint_uuid,
      log_retention_days: retentionDays(experiment),
      start_time: master.clock.now().toISOString(),
    },
    operation.requestId,
  );
  if (experiment.state === 'ACTIVE')
    await moveTrial(master, tx, experiment, trial, { to: 'ACTIVE', reason: 'created' });
  return trial;
}

/** Days that its configuration says its logs are kept; null where it leaves that to the cluster. */
function retentionDays({ config }: ExperimentRow): number | null {
  // Its format says that this is an object, if it is there.
  const policy = config.retention_policy as { log_retention_days?: number } | null | undefined;
  return policy?.log_retention_days ?? null;
}
