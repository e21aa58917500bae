import { notFound } from '@determined/contract/errors.ts';
import type { ProjectColumn } from '@determined/contract/organisation/projects-generated.ts';
import type { getProjectColumnsRoute } from '@determined/contract/organisation/projects-routes.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Handler } from '#platform/http/serve.ts';
import { listHyperparameterNames } from '../life/shared/hyperparameter-names.ts';
import { listMetricColumns } from '../metrics/shared/metric-columns.ts';

type ColumnType = ProjectColumn['type'];
type Location = ProjectColumn['location'];

/** `column:type:shown name`, in the order of the table. Types: N number, T text, D date, - unspecified. */
const experimentColumns = [
  'id:N:ID',
  'name:T:Name',
  'description:T:Description',
  'tags:T:Tags',
  'forkedFrom:N:Forked',
  'startTime:D:Start time',
  'duration:N:Duration',
  'numTrials:N:Trial count',
  'state:T:State',
  'searcherType:T:Searcher',
  'resourcePool:T:Resource pool',
  'progress:N:Progress',
  'checkpointSize:N:Checkpoint size',
  'checkpointCount:N:Checkpoints',
  'user:T:User',
  'searcherMetric:T:Searcher Metric',
  'searcherMetricsVal:N:Searcher Metric Value',
  'externalExperimentId:T:External Experiment ID',
  'externalTrialId:T:External Trial ID',
  'archived:-:Archived',
];
const runColumns = [
  'id:N:Global Run ID',
  'experimentDescription:T:Search Description',
  'tags:T:Tags',
  'forkedFrom:N:Forked',
  'startTime:D:Start Time',
  'endTime:D:End Time',
  'duration:N:Duration',
  'state:T:State',
  'searcherType:T:Searcher',
  'resourcePool:T:Resource Pool',
  'checkpointSize:N:Checkpoint Size',
  'checkpointCount:N:Checkpoints',
  'user:T:User',
  'searcherMetric:T:Searcher Metric',
  'searcherMetricsVal:N:Searcher Metric Value',
  'externalExperimentId:T:External Experiment ID',
  'projectId:N:Project ID',
  'externalRunId:T:External Run ID',
  'experimentProgress:N:Search Progress',
  'experimentId:N:Search ID',
  'experimentName:T:Search Name',
  'isExpMultitrial:-:Part of Search',
  'parentArchived:-:Parent Archived',
  'localId:T:Run ID',
  'archived:-:Archived',
];
const types: Record<string, ColumnType> = {
  N: 'COLUMN_TYPE_NUMBER',
  T: 'COLUMN_TYPE_TEXT',
  D: 'COLUMN_TYPE_DATE',
  A: 'COLUMN_TYPE_ARRAY',
};

/** What a project's table can show, by kind: its own columns, metrics, hyperparameters, metadata. Facts: platform semantics 6.9. */
export const getProjectColumns: Handler<typeof getProjectColumnsRoute> = async ({ id, tableType }, { db }) => {
  const project = await db.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst();
  if (!project) throw notFound('project', id);
  if (tableType === 'TABLE_TYPE_RUN') {
    const [metrics, hyperparameters, metadata] = await Promise.all([
      listMetricColumns(db, id, 'all runs'),
      sampledHyperparameters(db, id),
      runMetadata(db, id),
    ]);
    return { columns: [...fixed(runColumns, 'LOCATION_TYPE_RUN'), ...metrics, ...hyperparameters, ...metadata] };
  }
  const [metrics, hyperparameters] = await Promise.all([
    listMetricColumns(db, id, 'best trials'),
    searchedHyperparameters(db, id),
  ]);
  return { columns: [...fixed(experimentColumns, 'LOCATION_TYPE_EXPERIMENT'), ...metrics, ...hyperparameters] };
};

const typeOf = (letter: string): ColumnType => types[letter] ?? 'COLUMN_TYPE_UNSPECIFIED';

function fixed(columns: readonly string[], location: Location): ProjectColumn[] {
  return columns.map((text) => {
    const [column = '', type = '', displayName = ''] = text.split(':');
    return { column, location, type: typeOf(type), displayName };
  });
}

/** Of all configurations, the older ones first; the first one that has a name decides its type. */
async function searchedHyperparameters(db: Db, projectId: number) {
  const names = await listHyperparameterNames(db, projectId, 'config');
  const oldestFirst = names.sort((left, right) => left.experimentId - right.experimentId);
  const found = new Map<string, string>();
  for (const { name, letter } of oldestFirst) if (!found.has(name)) found.set(name, letter);
  return [...found].map(([name, letter]) => ({
    column: `hp.${name}`,
    location: 'LOCATION_TYPE_HYPERPARAMETERS' as const,
    type: typeOf(letter),
  }));
}

/** Sampled values of all runs: a name once for each type it was seen with. */
async function sampledHyperparameters(db: Db, projectId: number) {
  const names = await listHyperparameterNames(db, projectId, 'sampled');
  return names.map(({ name, letter }) => ({
    column: `hp.${name}`,
    location: 'LOCATION_TYPE_RUN_HYPERPARAMETERS' as const,
    type: typeOf(letter),
  }));
}

const letters: Record<string, string> = { array: 'A', number: 'N', date: 'D' };

/** Every path to a value of the runs' metadata that is no object, once for each kind of value found there. */
async function runMetadata(db: Db, projectId: number) {
  const found = await sql<{ name: string; kind: string }>`
    with recursive leaf (name, value) as (
      select item.key, item.value from experiments e join trials t on t.experiment_id = e.id
        cross join jsonb_each(case when jsonb_typeof(t.metadata) = 'object' then t.metadata end) item
      where e.project_id = ${projectId}
      union all
      select leaf.name || '.' || item.key, item.value from leaf cross join jsonb_each(leaf.value) item
      where jsonb_typeof(leaf.value) = 'object')
    select distinct name collate "C" as name, case
      when jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^\\d{4}-\\d{2}(-\\d{2}(T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2}))?)?$'
        then 'date' else jsonb_typeof(value) end as kind
    from leaf where jsonb_typeof(value) <> 'object' order by 1, 2`.execute(db);
  const seen = found.rows.map(({ name, kind }) => ({ column: `metadata.${name}`, letter: letters[kind] ?? 'T' }));
  const unique = new Map(seen.map(({ column, letter }) => [`${column} ${letter}`, { column, letter }]));
  return [...unique.values()].map(({ column, letter }) => ({
    column,
    location: 'LOCATION_TYPE_RUN_METADATA' as const,
    type: typeOf(letter),
  }));
}
