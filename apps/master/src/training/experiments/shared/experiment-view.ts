import { notFound } from '@determined/contract/errors.ts';
import type { Experiment } from '@determined/contract/training/experiments-generated.ts';
import type { FreeObject, Input } from '@determined/contract/wire/message.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { ExperimentRow } from '../../life/shared/experiment-state.ts';
import { experimentAllocationState, runIsGoing, shownState } from '../../life/shared/shown-state.ts';
import { type JobValues, wholeConfig } from '../../life/shared/whole-config.ts';
import type { ExperimentConfig } from '../../shared/config/experiment-config-format.ts';
import { redactOriginalConfig, redactSecrets, redactStorageSecrets } from '../../shared/config/redact-secrets.ts';
import type { ListedConfig } from './listed-configs.ts';

/** What the tables know of an experiment besides its row. */
interface Joined {
  username: string;
  display_name: string;
  project_name: string;
  project_owner_id: number;
  workspace_id: number;
  workspace_name: string;
  parent_archived: boolean;
  external_trial_id: string | null;
  /** Bytes of its packed files. */
  model_definition_size: number;
  allocation_state: string | null;
  /** Another one with every change of the experiment's row. */
  version: string;
}
export type JoinedExperiment = Pick<ExperimentRow, (typeof shownColumns)[number]> & Joined & JobValues;

/** All but the configuration and the text that the user sent. */
const shownColumns = [
  'id',
  'job_id',
  'owner_id',
  'project_id',
  'parent_id',
  'external_id',
  'unmanaged',
  'state',
  'archived',
  'start_time',
  'end_time',
  'progress',
  'notes',
  'name',
  'description',
  'labels',
  'searcher_type',
  'searcher_metric',
  'best_trial_id',
  'best_value',
  'num_trials',
  'checkpoint_count',
  'checkpoint_size',
] as const satisfies readonly (keyof ExperimentRow)[];

/** Experiments with all that lists show of them but their configurations, without order or limit. */
export function joinedExperiments(db: Db) {
  return db
    .selectFrom('experiments as e')
    .innerJoin('jobs as j', 'j.id', 'e.job_id')
    .innerJoin('users as u', 'u.id', 'e.owner_id')
    .innerJoin('projects as p', 'p.id', 'e.project_id')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .leftJoin('trials as b', 'b.id', 'e.best_trial_id')
    .leftJoin('experiment_model_definitions as d', 'd.experiment_id', 'e.id')
    .select(shownColumns.map((column) => `e.${column}` as const))
    .select([
      'j.priority',
      'j.weight',
      'j.max_slots',
      'j.pool',
      'u.username',
      'u.display_name',
      'p.name as project_name',
      'p.user_id as project_owner_id',
      'w.id as workspace_id',
      'w.name as workspace_name',
      'b.external_id as external_trial_id',
    ])
    .select(sql<boolean>`(p.archived or w.archived)`.as('parent_archived'))
    .select(sql<number>`coalesce(octet_length(d.archive), 0)`.as('model_definition_size'))
    .select(experimentAllocationState.as('allocation_state'))
    .select(sql<string>`e.xmin::text`.as('version'));
}

/** The same, with configuration and the text that the user sent. */
export const detailedExperiments = (db: Db) => joinedExperiments(db).select(['e.config', 'e.original_config']);

/** What every call shows of an experiment. */
function experimentView(row: JoinedExperiment, config: FreeObject): Input<Experiment> {
  return {
    id: row.id,
    description: row.description,
    labels: row.labels,
    startTime: row.start_time,
    endTime: row.end_time,
    state: shownState(row.state, row.allocation_state),
    archived: row.archived,
    numTrials: row.num_trials,
    username: row.username,
    displayName: row.display_name,
    userId: row.owner_id,
    resourcePool: row.pool,
    searcherType: row.searcher_type,
    searcherMetric: row.searcher_metric,
    name: row.name,
    notes: row.notes,
    jobId: row.job_id,
    forkedFrom: row.parent_id,
    progress: row.progress,
    projectId: row.project_id,
    projectName: row.project_name,
    projectOwnerId: row.project_owner_id,
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    parentArchived: row.parent_archived,
    config,
    checkpointSize: row.checkpoint_size,
    checkpointCount: row.checkpoint_count,
    unmanaged: row.unmanaged,
    externalExperimentId: row.external_id ?? undefined,
    externalTrialId: row.external_trial_id ?? undefined,
  };
}

/** An experiment as lists show it: no notes, no text of the user's, a name to call its owner by, the space that was searched. */
export function listedExperiment(row: JoinedExperiment & ListedConfig): Input<Experiment> {
  return {
    ...experimentView(row, row.config),
    displayName: row.display_name || row.username,
    notes: row.notes === '' ? '' : 'omitted',
    originalConfig: '',
    hyperparameters: row.hyperparameters,
    duration: durationSeconds(row.start_time, row.end_time),
  };
}

/** An experiment as its own call and the create call show it, with the call's oddities (platform semantics 1.1). */
export async function shownExperiment(db: Db, id: number): Promise<Input<Experiment>> {
  const row = await detailedExperiments(db).where('e.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('experiment', id);
  return detailedExperiment(db, row);
}

export async function detailedExperiment(
  db: Db,
  row: JoinedExperiment & Pick<ExperimentRow, 'config' | 'original_config'>,
): Promise<Input<Experiment>> {
  const trials = await db
    .selectFrom('trials as t')
    .select('t.id')
    .where('t.experiment_id', '=', row.id)
    .where(sql<boolean>`not ${runIsGoing}`)
    .orderBy('t.id')
    .execute();
  const config = wholeConfig(row);
  return {
    // The wire's type is any object.
    ...experimentView(row, redactSecrets(config) as unknown as FreeObject),
    originalConfig: await redactOriginalConfig(row.original_config, config, `user ${row.owner_id}`),
    searcherType: JSON.stringify(row.searcher_type),
    searcherMetric: '',
    trialIds: trials.map((trial) => trial.id),
    modelDefinitionSize: row.model_definition_size,
  };
}

/** A configuration as its sender is answered it. */
export function shownConfig(config: ExperimentConfig): Record<string, unknown> {
  // The wire's type is any object.
  return redactStorageSecrets(config) as unknown as Record<string, unknown>;
}

export function durationSeconds(start: string, end: string | null): number {
  return Math.max(0, Math.trunc(((end === null ? Date.now() : Date.parse(end)) - Date.parse(start)) / 1000));
}
