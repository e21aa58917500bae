import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from '#platform/http/context.ts';
import { isWithin } from '#platform/http/rights.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import type { StoredExperimentState, StoredTrialState } from '../life/shared/life-tables.ts';
import { experimentAllocationState, runIsGoing, shownState, trialAllocationState } from '../life/shared/shown-state.ts';
import type { BesidesConfig, StoredConfig } from '../life/shared/whole-config.ts';

/** An experiment with its best run, or a run with its experiment. */
export interface RecordRow extends BesidesConfig {
  id: number;
  experiment_id: number;
  run_id: number | null;
  name: string;
  state: StoredExperimentState | StoredTrialState;
  allocation_state: string | null;
  progress: number | null;
  project_id: number;
  project_name: string;
  workspace_id: number;
  workspace_name: string;
  searcher_type: string;
  searcher_metric: string;
  smaller_is_better: boolean;
  num_trials: number;
  start_time: string;
  duration: number;
  batches: number;
  checkpoint_size: number;
  config: StoredConfig;
  hparams: Record<string, unknown> | null;
  /** Text of JSON. */
  summary_metrics: string | null;
  code: string | null;
  requirements: string[] | null;
}

/** Those of the records that the caller may see with all that was made and reported, in the order of the ids. */
export async function readRecords(
  ctx: Context,
  of: 'experiment' | 'run',
  ids: readonly number[],
): Promise<RecordRow[]> {
  const { db, rights } = ctx;
  const facts = of === 'run' ? ofRun : ofExperiment;
  const found = await sql<RecordRow>`
    select ${facts.own}, e.id as experiment_id, t.id as run_id, e.name, e.project_id, p.name as project_name,
      p.workspace_id, w.name as workspace_name, e.searcher_type, e.searcher_metric, e.smaller_is_better, e.num_trials,
      coalesce(m.total_batches, 0) as batches, e.config, e.labels, j.priority, j.weight, j.max_slots, j.pool, t.hparams,
      m.summary_metrics::text as summary_metrics, d.hash as code, v.requirements
    from experiments e
      ${facts.run}
      left join trial_metrics m on m.trial_id = t.id
      join jobs j on j.id = e.job_id join projects p on p.id = e.project_id join workspaces w on w.id = p.workspace_id
      left join experiment_model_definitions d on d.experiment_id = e.id
      left join task_environments v on v.id = e.environment_id
    where ${facts.id} = any(${[...new Set(ids)]}::int[]) and e.state <> 'DELETING' and ${facts.there}
      and ${visible('run', ctx, { workspace: 'p.workspace_id' })}`.execute(db);
  const artifacts = rights.where('VIEW_EXPERIMENT_ARTIFACTS');
  const seen = found.rows.filter((row) => isWithin(artifacts, row.workspace_id));
  return seen.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

export const stateOf = ({ state, allocation_state }: RecordRow) => shownState(state, allocation_state);

interface Facts {
  id: RawBuilder<unknown>;
  own: RawBuilder<unknown>;
  run: RawBuilder<unknown>;
  there: RawBuilder<SqlBool>;
}

const seconds = (row: 'e' | 't') => sql`greatest(0, extract(epoch from
  coalesce(${sql.ref(`${row}.end_time`)}, now()) - ${sql.ref(`${row}.start_time`)}))::float8`;

const ofExperiment: Facts = {
  id: sql`e.id`,
  own: sql`e.id as id, e.state, ${experimentAllocationState} as allocation_state, e.progress, e.start_time,
    ${seconds('e')} as duration, e.checkpoint_size`,
  // The best one, or while none has reported the searcher's metric, the first.
  run: sql`left join trials t on t.id = coalesce(e.best_trial_id,
    (select min(f.id) from trials f where f.experiment_id = e.id))`,
  there: sql<SqlBool>`true`,
};

const ofRun: Facts = {
  id: sql`t.id`,
  own: sql`t.id as id, t.state, ${trialAllocationState} as allocation_state, t.progress, t.start_time,
    ${seconds('t')} as duration, t.checkpoint_size`,
  run: sql`join trials t on t.experiment_id = e.id`,
  there: sql<SqlBool>`not ${runIsGoing}`,
};
