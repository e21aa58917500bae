import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { groupOfSummary, summaryKey, trainingGroup, validationGroup } from './metric-values.ts';

export interface MetricColumn {
  column: string;
  location: 'LOCATION_TYPE_VALIDATIONS' | 'LOCATION_TYPE_TRAINING' | 'LOCATION_TYPE_CUSTOM_METRIC';
  type:
    | 'COLUMN_TYPE_NUMBER'
    | 'COLUMN_TYPE_TEXT'
    | 'COLUMN_TYPE_DATE'
    | 'COLUMN_TYPE_ARRAY'
    | 'COLUMN_TYPE_UNSPECIFIED';
}

interface SeenMetric {
  group: string;
  name: string;
  types: string[];
}

/**
 * Metric columns that a project's tables offer: of the experiments' best trials, or of all runs. Facts: platform
 * semantics 6.9 (order, one column a statistic for numbers, `.last` for the rest).
 */
export async function listMetricColumns(
  db: Db,
  projectId: number,
  of: 'best trials' | 'all runs',
): Promise<MetricColumn[]> {
  const seen = of === 'all runs' ? await ofAllRuns(db, projectId) : await ofBestTrials(db, projectId);
  const key = ({ group, name }: SeenMetric) => `${summaryKey(group)}\0${name}`;
  return [...seen].sort((left, right) => (key(left) < key(right) ? -1 : 1)).flatMap(columnsOf);
}

async function ofBestTrials(db: Db, projectId: number): Promise<SeenMetric[]> {
  const found = await sql<{ key: string; name: string; types: string[] }>`
    select g.key, m.key as name, array_agg(distinct m.value ->> 'type') as types
    from experiments e join trials t on t.id = e.best_trial_id
      cross join jsonb_each(t.summary_metrics) g cross join jsonb_each(g.value) m
    where e.project_id = ${projectId} group by 1, 2`.execute(db);
  return found.rows.map((row) => ({ group: groupOfSummary(row.key), name: row.name, types: row.types }));
}

async function ofAllRuns(db: Db, projectId: number): Promise<SeenMetric[]> {
  const found = await sql<{ group_name: string; name: string; types: string[] }>`
    select n.group_name, n.name, array_agg(distinct n.type) as types
    from metric_names n join experiments e on e.id = n.experiment_id
    where e.project_id = ${projectId} group by 1, 2`.execute(db);
  return found.rows.map((row) => ({ group: row.group_name, name: row.name, types: row.types }));
}

const columnTypes: Record<string, MetricColumn['type']> = {
  number: 'COLUMN_TYPE_NUMBER',
  string: 'COLUMN_TYPE_TEXT',
  boolean: 'COLUMN_TYPE_TEXT',
  date: 'COLUMN_TYPE_DATE',
  array: 'COLUMN_TYPE_ARRAY',
};

function columnsOf({ group, name, types }: SeenMetric): MetricColumn[] {
  const location = locationOf(group);
  const only = types.length === 1 ? (types[0] ?? '') : '';
  const parts = only === 'number' ? ['last', 'max', 'mean', 'min'] : ['last'];
  const type = columnTypes[only] ?? 'COLUMN_TYPE_UNSPECIFIED';
  return parts.map((part) => ({ column: `${group}.${name}.${part}`, location, type }));
}

function locationOf(group: string): MetricColumn['location'] {
  if (group === trainingGroup) return 'LOCATION_TYPE_TRAINING';
  return group === validationGroup ? 'LOCATION_TYPE_VALIDATIONS' : 'LOCATION_TYPE_CUSTOM_METRIC';
}
