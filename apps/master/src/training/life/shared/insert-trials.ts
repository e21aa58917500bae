import { type Insertable, sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { TrialsTable } from '#training/life/shared/life-tables.ts';
import { takeLocalIds } from '../../../organisation/projects/shared/local-ids.ts';
import { createTasks } from '../../../tasks/tasks/shared/task-store.ts';
import type { ExperimentRow } from './experiment-state.ts';
import { countTrials } from './experiment-store.ts';
import { catalogueSampled } from './hyperparameter-names.ts';
import { trialChanged } from './trial-events.ts';
import type { TrialRow } from './trial-state.ts';
import { insertTrialTasks } from './trial-tasks.ts';

export interface NewTrial {
  own: Omit<Insertable<TrialsTable>, 'experiment_id' | 'local_id' | 'state' | 'hparams'>;
  hparams: Record<string, unknown>;
  /** Its task is `<experiment>.<taskName>`. */
  taskName: string;
  /** Days that its logs are kept after its end; null: as the cluster says. */
  logRetentionDays: number | null;
}

/** New trials, paused, each with its task, counted in their experiment. In the order that was given. */
export async function insertTrials(tx: Tx, experiment: ExperimentRow, news: readonly NewTrial[]): Promise<TrialRow[]> {
  const first = await takeLocalIds(tx, experiment.project_id, news.length);
  const inserted = await tx
    .insertInto('trials')
    .values(
      news.map(({ own, hparams }, i) => ({
        ...own,
        hparams: JSON.stringify(hparams),
        experiment_id: experiment.id,
        local_id: first + i,
        state: 'PAUSED' as const,
      })),
    )
    .returningAll()
    .execute();
  const trials = inserted.toSorted((a, b) => a.local_id - b.local_id);
  const taskIdOf = (i: number) => `${experiment.id}.${news[i]?.taskName}`;
  await createTasks(
    tx,
    trials.map((trial, i) => ({
      id: taskIdOf(i),
      type: 'TRIAL',
      job_id: experiment.job_id,
      log_retention_days: news[i]?.logRetentionDays ?? null,
      start_time: trial.start_time,
      environment_id: experiment.environment_id,
    })),
  );
  await insertTrialTasks(
    tx,
    trials.map(({ id }, i) => ({ task_id: taskIdOf(i), trial_id: id })),
  );
  await countTrials(
    tx,
    experiment,
    trials.map(({ id }) => id),
  );
  await catalogueSampled(
    tx,
    experiment,
    news.map(({ hparams }) => hparams),
  );
  for (const { id } of trials) publish(tx, trialChanged, { trialId: id, experimentId: experiment.id });
  return trials;
}

/** A further task for each trial that goes on, named after its first one: their ids by trial. Facts: platform semantics 1.7. */
export async function addTasks(
  tx: Tx,
  experiment: ExperimentRow,
  trialIds: readonly number[],
  at: Date,
): Promise<Map<number, string>> {
  const { rows } = await sql<{ trial_id: number; first: string; count: number }>`
    select trial_id, (array_agg(task_id order by sequence, task_id))[1] as first, count(*)::int as count
    from trial_tasks where trial_id = any(${trialIds}::int[]) group by trial_id order by trial_id`.execute(tx);
  const added = rows.map(({ first, count, ...row }) => ({ ...row, task_id: `${first}-${count}`, sequence: count }));
  const log_retention_days = experiment.config.retention_policy?.log_retention_days ?? null;
  await createTasks(
    tx,
    added.map(({ task_id }) => ({
      id: task_id,
      type: 'TRIAL',
      job_id: experiment.job_id,
      log_retention_days,
      start_time: at.toISOString(),
      environment_id: experiment.environment_id,
    })),
  );
  await insertTrialTasks(tx, added);
  return new Map(added.map(({ trial_id, task_id }) => [trial_id, task_id]));
}
