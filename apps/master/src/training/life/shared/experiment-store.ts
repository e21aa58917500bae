import { randomUUID } from 'node:crypto';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { createJob, updateJob } from '../../../cluster/job-queue/shared/job-store.ts';
import type { ExperimentConfig } from '../../shared/config/experiment-config-format.ts';
import { experimentChanged } from './experiment-events.ts';
import type { ExperimentRow } from './experiment-state.ts';
import type { ExperimentsTable } from './life-tables.ts';
import { type JobValues, type StoredConfig, withoutJob } from './whole-config.ts';

type FromConfig = 'config' | 'name' | 'description' | 'labels' | 'max_restarts' | 'smaller_is_better';
type OfSearcher = 'searcher_type' | 'searcher_metric';
type OfResources = 'slots_per_trial' | 'job_id';
/** What a new experiment has besides its configuration. */
export type NewExperiment = Omit<Insertable<ExperimentsTable>, FromConfig | OfSearcher | OfResources>;

/** Stores a new experiment with its job; the columns that its configuration has, too, are filled from that. */
export async function insertExperiment(tx: Tx, own: NewExperiment, config: ExperimentConfig): Promise<ExperimentRow> {
  const { resources } = config;
  const job_id = randomUUID();
  await createJob(tx, {
    id: job_id,
    kind: 'EXPERIMENT',
    owner_id: own.owner_id,
    submitted_at: own.start_time ?? new Date().toISOString(),
    priority: resources.priority,
    weight: resources.weight,
    max_slots: resources.max_slots,
    pool: resources.resource_pool ?? '',
    preemptible: true,
    single_agent: resources.is_single_node ?? false,
  });
  const row = await tx
    .insertInto('experiments')
    .values({
      ...own,
      job_id,
      ...columnsOf(config),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  publish(tx, experimentChanged, { experimentId: row.id, projectId: row.project_id });
  return row;
}

/** What a configuration gives to the row. */
function columnsOf(config: ExperimentConfig) {
  const { searcher, resources } = config;
  return {
    config: JSON.stringify(withoutJob(config)),
    name: config.name,
    description: config.description ?? '',
    labels: JSON.stringify([...new Set(config.labels ?? [])]),
    searcher_type: searcher.name,
    searcher_metric: searcher.metric,
    smaller_is_better: searcher.smaller_is_better,
    slots_per_trial: resources.slots_per_trial,
    max_restarts: config.max_restarts,
  };
}

/** Puts another configuration in the place of an ended experiment's own, and what its trials start from and need. */
export async function replaceConfig(
  tx: Tx,
  { id, job_id }: ExperimentRow,
  config: ExperimentConfig,
  also: Pick<ExperimentRow, 'warm_start_checkpoint_uuid' | 'environment_id'>,
): Promise<void> {
  const { priority, weight, max_slots, resource_pool, is_single_node } = config.resources;
  const single_agent = is_single_node ?? false;
  await updateJob(tx, job_id, { priority, weight, max_slots, pool: resource_pool ?? '', single_agent });
  await tx
    .updateTable('experiments')
    .set({ ...columnsOf(config), ...also })
    .where('id', '=', id)
    .execute();
}

/** As if it had only been begun; its next search counts its events on from those there are. */
export async function reopenExperiment(tx: Tx, id: number): Promise<ExperimentRow> {
  return tx
    .updateTable('experiments')
    .set({
      end_time: null,
      progress: 0,
      search_begins: sql<number>`greatest(1, (select max(position) from searcher_events where experiment_id = ${id}))`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What of an experiment can be changed by people; what is left out stays. */
export interface ExperimentEdit {
  name?: string;
  description?: string;
  labels?: string[];
  notes?: string;
  archived?: boolean;
  projectId?: number;
  job?: Partial<JobValues>;
  checkpointStorage?: StoredConfig['checkpoint_storage'];
  logRetentionDays?: number;
}

type EditedExperiment = Pick<ExperimentRow, 'id' | 'job_id' | 'project_id'>;

/** Changes an experiment that is locked, its columns and configuration together, and its job: the one way to do so. */
export const editExperiment = (tx: Tx, experiment: EditedExperiment, edit: ExperimentEdit): Promise<void> =>
  editExperiments(tx, [{ experiment, edit }]);

const columnTypes = {
  name: 'text',
  description: 'text',
  labels: 'jsonb',
  notes: 'text',
  archived: 'boolean',
  project_id: 'int',
  config: 'jsonb',
} as const;
type EditedColumn = keyof typeof columnTypes;

/** The same with several, of all of which the same is edited. */
export async function editExperiments(
  tx: Tx,
  edits: readonly { experiment: EditedExperiment; edit: ExperimentEdit }[],
): Promise<void> {
  const rows = edits.map(({ experiment, edit }) => ({ id: experiment.id, own: editedColumns(edit) }));
  // In the type's own words: `Object.keys` knows only of texts.
  const columns = Object.keys(columnTypes).filter((name) =>
    rows.some(({ own }) => own[name as EditedColumn] !== undefined),
  ) as EditedColumn[];
  if (columns.length > 0) {
    const given = columns.map(
      (name) => sql`${rows.map(({ own }) => own[name] ?? null)}::${sql.raw(columnTypes[name])}[]`,
    );
    // What of a row is not edited stays as it is.
    const set = columns.map((name) =>
      name === 'config'
        ? sql`config = e.config || coalesce(v.config, '{}')`
        : sql`${sql.ref(name)} = coalesce(${sql.ref(`v.${name}`)}, ${sql.ref(`e.${name}`)})`,
    );
    await sql`update experiments e set ${sql.join(set)}
      from unnest(${rows.map(({ id }) => id)}::int[], ${sql.join(given)}) v (id, ${sql.join(columns.map((name) => sql.ref(name)))})
      where e.id = v.id`.execute(tx);
  }
  for (const { experiment, edit } of edits) {
    // A patch of nothing is a good one.
    if (Object.values(edit).every((value) => value === undefined)) continue;
    await updateJob(tx, experiment.job_id, edit.job ?? {});
    for (const project of new Set([experiment.project_id, edit.projectId ?? experiment.project_id]))
      publish(tx, experimentChanged, { experimentId: experiment.id, projectId: project });
  }
}

/** Of the row what is edited, as it is sent; of the configuration the keys that are. */
function editedColumns(edit: ExperimentEdit): Partial<Record<EditedColumn, unknown>> {
  const { name, description, labels, notes, archived, projectId } = edit;
  const config = editedConfig(edit);
  return {
    name,
    description,
    labels: labels && JSON.stringify(labels),
    notes,
    archived,
    project_id: projectId,
    config: config && JSON.stringify(config),
  };
}

/** Undefined where nothing of it is edited. */
function editedConfig(edit: ExperimentEdit): Partial<StoredConfig> | undefined {
  const { name, description, checkpointStorage, logRetentionDays } = edit;
  const changed = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(checkpointStorage === undefined ? {} : { checkpoint_storage: checkpointStorage }),
    ...(logRetentionDays === undefined ? {} : { retention_policy: { log_retention_days: logRetentionDays } }),
  };
  return Object.keys(changed).length === 0 ? undefined : changed;
}

/** How far it has come, 0 to 1. */
export async function storeProgress(tx: Tx, id: number, progress: number): Promise<void> {
  await tx.updateTable('experiments').set({ progress }).where('id', '=', id).execute();
}

/** Counts new trials. The only one of a single search is its best one from the start (facts: platform semantics 5.2). */
export async function countTrials(tx: Tx, experiment: ExperimentRow, trialIds: readonly number[]): Promise<void> {
  const isBest = experiment.searcher_type === 'single' && !experiment.unmanaged;
  await tx
    .updateTable('experiments')
    .set((eb) => ({
      num_trials: eb('num_trials', '+', trialIds.length),
      ...(isBest ? { best_trial_id: trialIds[0] } : {}),
    }))
    .where('id', '=', experiment.id)
    .execute();
}

/** So many trials of each experiment are seen again, or with a number below 0 no more. */
export async function changeTrialCounts(tx: Tx, changes: ReadonlyMap<number, number>): Promise<void> {
  await sql`update experiments e set num_trials = e.num_trials + v.change
    from unnest(${[...changes.keys()]}::int[], ${[...changes.values()]}::int[]) v (id, change)
    where e.id = v.id`.execute(tx);
}

/** Notes that its files are stored. */
export async function noteModelDefinition(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('experiments').set({ has_model_definition: true }).where('id', '=', id).execute();
}

/**
 * The best trials of some experiments: rows of experiment, trial and value. The value stands with the experiment, so that
 * tables sort by it and know its range without looking at trials.
 */
export async function storeBestTrials(tx: Tx, best: RawBuilder<unknown>): Promise<void> {
  await sql`with best (id, trial_id, value) as (${best})
    update experiments e set best_trial_id = best.trial_id, best_value = best.value from best
    where e.id = best.id and (e.best_trial_id, e.best_value) is distinct from (best.trial_id, best.value)`.execute(tx);
}

/** Numbers and sizes of the checkpoints that still exist; the rows are locked. */
export async function storeCheckpointTotals(
  tx: Tx,
  { trialIds, experimentIds }: { trialIds: readonly number[]; experimentIds: readonly number[] },
): Promise<void> {
  await sql`update trials t set (checkpoint_count, checkpoint_size) = (
      select count(*), coalesce(sum(c.size), 0) from checkpoints c where c.trial_id = t.id and c.state <> 'DELETED')
    where t.id = any(${trialIds}::int[])`.execute(tx);
  await sql`update experiments e set (checkpoint_count, checkpoint_size) = (
      select coalesce(sum(t.checkpoint_count), 0), coalesce(sum(t.checkpoint_size), 0) from trials t
      where t.experiment_id = e.id)
    where e.id = any(${experimentIds}::int[])`.execute(tx);
}

/** The last that is left of an experiment: what hangs on its row goes with it. */
export async function deleteExperimentRow(tx: Tx, { id, project_id }: ExperimentRow): Promise<void> {
  await tx.deleteFrom('experiments').where('id', '=', id).execute();
  publish(tx, experimentChanged, { experimentId: id, projectId: project_id });
}

/** An experiment as it was when it was read: what changes its row changes its version. */
export interface SeenExperiment {
  id: number;
  seen: string;
}

/** Which version of its row an experiment `e` has. */
export const seenExperiment = sql<string>`e.xmin::text`;

/** Marks what blocks of columns have of these experiments as what they are; false, and nothing done, where one has changed since. */
export async function markExperimentsPacked(tx: Tx, experiments: readonly SeenExperiment[]): Promise<boolean> {
  const ids = experiments.map(({ id }) => id);
  const rows = tx
    .selectFrom('experiments')
    .select('id')
    .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
    .orderBy('id');
  await lockRows(tx, 'work', rows, { key: 'id' });
  const marked = await sql`update experiments e set packed = true
    from unnest(${ids}::int[], ${experiments.map(({ seen }) => seen)}::text[]) v (id, seen)
    where e.id = v.id and ${seenExperiment} = v.seen`.execute(tx);
  return Number(marked.numAffectedRows) === experiments.length;
}

/** Marks every experiment of a project as one that no block has. */
export async function markExperimentsLoose(tx: Tx, projectId: number): Promise<void> {
  await sql`update experiments set packed = false where project_id = ${projectId} and packed`.execute(tx);
}
