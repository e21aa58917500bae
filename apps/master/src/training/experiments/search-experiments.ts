import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { searchExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import type { Trial } from '@determined/contract/training/training-messages-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Handler } from '#platform/http/serve.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { joinedTrials, trialViews } from '../trials/shared/trial-view.ts';
import { experimentPage } from './experiment-page.ts';
import { stateOrder } from './list-experiments.ts';
import { type JoinedExperiment, listedExperiment } from './shared/experiment-view.ts';
import {
  type Columns,
  columnCondition,
  hyperparameterCondition,
  metricCondition,
  metricPath,
} from './shared/field-conditions.ts';
import { type FilterField, readSearchFilter } from './shared/search-filter.ts';

const seconds = sql`extract(epoch from coalesce(e.end_time, now()) - e.start_time)`;

const columns: Columns = {
  id: ['number', sql`e.id`],
  name: ['text', sql`e.name`],
  // Null when nobody has set one.
  description: ['text', sql`(e.config ->> 'description')`],
  tags: ['text', sql`e.labels::text`],
  searcherType: ['text', sql`e.searcher_type`],
  searcherMetric: ['text', sql`e.searcher_metric`],
  resourcePool: ['text', sql`e.resource_pool`],
  startTime: ['time', sql`e.start_time`],
  endTime: ['time', sql`e.end_time`],
  duration: ['number', seconds],
  state: ['state', sql`e.state`],
  numTrials: ['number', sql`e.num_trials`],
  progress: ['number', sql`round(coalesce(e.progress, 0) * 100)`],
  user: ['number', sql`e.owner_id`],
  forkedFrom: ['number', sql`e.parent_id`],
  checkpointSize: ['number', sql`e.checkpoint_size`],
  checkpointCount: ['number', sql`e.checkpoint_count`],
  searcherMetricsVal: ['number', sql`e.best_value`],
  externalExperimentId: ['text', sql`e.external_id`],
  externalTrialId: ['text', sql`b.external_id`],
  projectId: ['number', sql`e.project_id`],
  archived: ['boolean', sql`e.archived`],
};

function fieldCondition(field: FilterField): RawBuilder<SqlBool> | undefined {
  switch (field.location) {
    case '':
    case 'LOCATION_TYPE_EXPERIMENT':
      return columnCondition(columns, field, 'experiment');
    case 'LOCATION_TYPE_VALIDATIONS':
    case 'LOCATION_TYPE_TRAINING':
    case 'LOCATION_TYPE_CUSTOM_METRIC':
      return metricCondition(sql`m.summary_metrics`, field);
    case 'LOCATION_TYPE_HYPERPARAMETERS':
      return hyperparameterCondition(sql`(e.config -> 'hyperparameters')`, field);
    default:
      return undefined;
  }
}

const words = (text: RawBuilder<unknown>) => sql`${text} collate "und-x-icu"`;

const sorts: Readonly<Record<string, RawBuilder<unknown>>> = {
  id: sql`e.id`,
  description: words(sql`(e.config ->> 'description')`),
  name: words(sql`e.name`),
  searcherType: words(sql`e.searcher_type`),
  searcherMetric: words(sql`e.searcher_metric`),
  startTime: sql`e.start_time`,
  endTime: sql`e.end_time`,
  state: stateOrder,
  numTrials: sql`e.num_trials`,
  progress: sql`coalesce(e.progress, 0)`,
  user: words(sql`coalesce(nullif(u.display_name, ''), u.username)`),
  forkedFrom: sql`e.parent_id`,
  resourcePool: words(sql`e.resource_pool`),
  projectId: sql`e.project_id`,
  checkpointSize: sql`e.checkpoint_size`,
  checkpointCount: sql`e.checkpoint_count`,
  duration: seconds,
  searcherMetricsVal: sql`e.best_value`,
  externalExperimentId: words(sql`e.external_id`),
  externalTrialId: words(sql`b.external_id`),
};

/** `column=asc|desc`, several with commas between. Facts: platform semantics 6.7. */
function orderOf(sort: string | undefined): RawBuilder<unknown> {
  if (sort === undefined) return sql`e.id`;
  const keys = sort.split(',').map((key) => {
    const [column = '', direction = '', ...rest] = key.split('=');
    if (rest.length > 0 || !key.includes('=')) throw invalidArgument(`invalid sort parameter: ${key}`);
    if (direction !== 'asc' && direction !== 'desc') throw invalidArgument(`invalid sort direction: ${direction}`);
    // Without it the index finds the newest; the id is never null.
    const nulls = column === 'id' ? sql`` : sql`nulls last`;
    return { column, by: sql`${sortColumn(column)} ${direction === 'asc' ? sql`asc` : sql`desc`} ${nulls}` };
  });
  const byId = keys.some(({ column }) => column === 'id') ? [] : [sql`e.id`];
  return sql.join([...keys.map(({ by }) => by), ...byId], sql`, `);
}

function sortColumn(column: string): RawBuilder<unknown> {
  const known = Object.hasOwn(sorts, column) ? sorts[column] : undefined;
  if (known) return known;
  if (column.startsWith('hp.')) {
    return sql`(e.config -> 'hyperparameters' #> ${column.slice('hp.'.length).split('.')}::text[])`;
  }
  if (!column.includes('.')) throw invalidArgument(`invalid sort col: ${column}`);
  return sql`(m.summary_metrics #>> ${metricPath(column)}::text[]) collate "C"`;
}

/** Facts: platform semantics 6.8. */
export const searchExperiments: Handler<typeof searchExperimentsRoute> = async (request, ctx) => {
  const { db } = ctx;
  const { projectId = 0 } = request;
  if (projectId !== 0) {
    const project = await db.selectFrom('projects').select('id').where('id', '=', projectId).executeTakeFirst();
    if (!project) throw notFound('project', projectId);
  }
  const conditions = [sql`e.state <> 'DELETING'`, visible('experiment', ctx, { project: 'e.project_id' })];
  if (projectId !== 0) conditions.push(sql`e.project_id = ${projectId}`);
  if (request.filter !== undefined) {
    const { condition, showArchived } = readSearchFilter(request.filter, fieldCondition);
    if (condition) conditions.push(condition);
    if (!showArchived) conditions.push(sql`not e.archived`);
  }
  const where = sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
  const { rows, pagination } = await experimentPage(db, request, { where, orderBy: orderOf(request.sort) });
  const best = await bestTrials(db, rows);
  return {
    experiments: rows.map((row) => ({
      experiment: { ...listedExperiment(row), bestTrialId: row.best_trial_id ?? undefined },
      bestTrial: best.get(row.best_trial_id ?? 0) ?? null,
    })),
    pagination,
  };
};

/** As this call shows them: in their stored state, an empty validation where there is none, no checkpoint, no time run. */
async function bestTrials(db: Db, rows: readonly JoinedExperiment[]): Promise<Map<number, Input<Trial>>> {
  const ids = rows.flatMap((row) => row.best_trial_id ?? []);
  if (ids.length === 0) return new Map();
  const trials = await joinedTrials(db).where('t.id', 'in', ids).execute();
  const rowsById = new Map(trials.map((trial) => [trial.id, trial]));
  const views = await trialViews(db, trials);
  return new Map(
    views.map((view) => [
      view.id ?? 0,
      {
        ...view,
        // Stored names are the wire's without their prefix.
        state: `STATE_${rowsById.get(view.id ?? 0)?.state}` as Trial['state'],
        searcherMetricValue: rowsById.get(view.id ?? 0)?.searcher_metric_value ?? 0,
        bestValidation: view.bestValidation ?? { endTime: null, metrics: { avgMetrics: null, batchMetrics: [] } },
        bestCheckpoint: null,
        wallClockTime: 0,
      },
    ]),
  );
}
