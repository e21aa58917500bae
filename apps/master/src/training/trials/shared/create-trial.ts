import type { CreateOperation } from '@determined/searchers/search-method.ts';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import type { ExperimentRow } from '../../experiments/shared/experiment-state.ts';
import { trialChanged } from './trial-events.ts';
import { moveTrial } from './trial-life.ts';
import type { TrialRow } from './trial-state.ts';

/** A trial that the searcher asked for, with its task; it starts at once when the experiment is active. */
export async function createTrial(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  operation: CreateOperation,
): Promise<TrialRow> {
  const localId = await nextLocalId(tx, experiment.project_id);
  const trial = await tx
    .insertInto('trials')
    .values({
      experiment_id: experiment.id,
      request_id: operation.requestId,
      local_id: localId,
      state: 'PAUSED',
      hparams: JSON.stringify(operation.hparams),
      seed: operation.trialSeed,
      warm_start_checkpoint_uuid: experiment.warm_start_checkpoint_uuid,
      log_retention_days: retentionDays(experiment),
      start_time: master.clock.now().toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('tasks')
    .values({
      id: `${experiment.id}.${operation.requestId}`,
      type: 'TRIAL',
      job_id: experiment.job_id,
      trial_id: trial.id,
    })
    .execute();
  await tx
    .updateTable('experiments')
    .set((eb) => ({
      num_trials: eb('num_trials', '+', 1),
      // The only trial of a single search is its best one from the start (facts: platform semantics 5.2).
      ...(experiment.searcher_type === 'single' ? { best_trial_id: trial.id } : {}),
    }))
    .where('id', '=', experiment.id)
    .execute();
  publish(tx, trialChanged, { trialId: trial.id, experimentId: experiment.id });
  if (experiment.state === 'ACTIVE')
    await moveTrial(master, tx, experiment, trial, { to: 'ACTIVE', reason: 'created' });
  return trial;
}

/** Runs are numbered within their project: `<key>-<n>`. */
export async function nextLocalId(tx: Tx, projectId: number): Promise<number> {
  const row = await tx
    .updateTable('projects')
    .set((eb) => ({ last_local_id: eb('last_local_id', '+', 1) }))
    .where('id', '=', projectId)
    .returning('last_local_id')
    .executeTakeFirstOrThrow();
  return row.last_local_id;
}

/** Days that its configuration says its logs are kept; null where it leaves that to the cluster. */
function retentionDays({ config }: ExperimentRow): number | null {
  // Its format says that this is an object, if it is there.
  const policy = config.retention_policy as { log_retention_days?: number } | null | undefined;
  return policy?.log_retention_days ?? null;
}
