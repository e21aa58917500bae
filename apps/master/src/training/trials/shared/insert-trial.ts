import type { Insertable } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { TrialsTable } from '#platform/db/tables/training-tables.ts';
import type { ExperimentRow } from '../../experiments/shared/experiment-state.ts';
import { trialChanged } from './trial-events.ts';
import type { TrialRow } from './trial-state.ts';

type OwnColumns = Omit<Insertable<TrialsTable>, 'experiment_id' | 'local_id' | 'state'>;

/** A new trial, paused, with its task, counted in its experiment. The task is `<experiment>.<taskName>`. */
export async function insertTrial(
  tx: Tx,
  experiment: ExperimentRow,
  own: OwnColumns,
  taskName: string,
): Promise<TrialRow> {
  const trial = await tx
    .insertInto('trials')
    .values({
      ...own,
      experiment_id: experiment.id,
      local_id: await nextLocalId(tx, experiment.project_id),
      state: 'PAUSED',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('tasks')
    .values({
      id: `${experiment.id}.${taskName}`,
      type: 'TRIAL',
      job_id: experiment.job_id,
      trial_id: trial.id,
      start_time: trial.start_time,
    })
    .execute();
  await tx
    .updateTable('experiments')
    .set((eb) => ({
      num_trials: eb('num_trials', '+', 1),
      // The only trial of a single search is its best one from the start (facts: platform semantics 5.2).
      ...(experiment.searcher_type === 'single' && !experiment.unmanaged ? { best_trial_id: trial.id } : {}),
    }))
    .where('id', '=', experiment.id)
    .execute();
  publish(tx, trialChanged, { trialId: trial.id, experimentId: experiment.id });
  return trial;
}

/** Runs are numbered within their project: `<key>-<n>`. */
async function nextLocalId(tx: Tx, projectId: number): Promise<number> {
  const row = await tx
    .updateTable('projects')
    .set((eb) => ({ last_local_id: eb('last_local_id', '+', 1) }))
    .where('id', '=', projectId)
    .returning('last_local_id')
    .executeTakeFirstOrThrow();
  return row.last_local_id;
}
