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

/**
 * Metric columns that a project's tables offer: of the experiments' best trials, or of all runs. Facts: platform
 * semantics 6.9 (order, one column a statistic for numbers, `.last` for the rest).
 */
export async function listMetricColumns(
  db: Db,
  projectId: number,
  of: 'best trials' | 'all runs',
): Promise<MetricColumn[]> {
  const found = of === 'all runs' ? await ofAllRuns(db, projectId) : await ofBestTrials(db, projectId);
  const key = ({ group, name }: SeenType) => `${summaryKey(group)}\0${name}`;
  const seen = [...Map.groupBy(found, key)].sort(([left], [right]) => (left < right ? -1 : 1));
  return seen.flatMap(([, same]) => columnsOf(same));
}

interface SeenType {
  group: string;
  name: string;
  type: string;
}

// Distinct types, not lists of them: the database then has nothing to put in order.
async function ofBestTrials(db: Db, projectId: number): Promise<SeenType[]> {
  const found = await sql<{ key: string; name: string; type: string }>`
    select distinct g.key, m.key as name, m.value ->> 'type' as type
    from experiments e join trials t on t.id = e.best_trial_id
      cross join jsonb_each(t.summary_metrics) g cross join jsonb_each(g.value) m
    where e.project_id = ${projectId}`.execute(db);
  return found.rows.map(({ key, name, type }) => ({ group: groupOfSummary(key), name, type }));
}

async function ofAllRuns(db: Db, projectId: number): Promise<SeenType[]> {
  const found = await sql<SeenType>`
    select distinct n.group_name as group, n.name, n.type
    from metric_names n join experiments e on e.id = n.experiment_id
    where e.project_id = ${projectId}`.execute(db);
  return found.rows;
}

const columnTypes: Record<string, MetricColumn['type']> = {
  number: 'COLUMN_TYPE_NUMBER',
  string: 'COLUMN_TYPE_TEXT',
  boolean: 'COLUMN_TYPE_TEXT',
  date: 'COLUMN_TYPE_DATE',
  array: 'COLUMN_TYPE_ARRAY',
};

/** Of one metric, with each type it was seen with. */
function columnsOf(seen: readonly SeenType[]): MetricColumn[] {
  const [first] = seen;
  if (!first) return [];
  const { group, name } = first;
  const location = locationOf(group);
  const only = seen.length === 1 ? first.type : '';
  const parts = only === 'number' ? ['last', 'max', 'mean', 'min'] : ['last'];
  const type = columnTypes[only] ?? 'COLUMN_TYPE_UNSPECIFIED';
  return parts.map((part) => ({ column: `${group}.${name}.${part}`, location, type }));
}

function locationOf(group: string): MetricColumn['location'] {
  if (group === trainingGroup) return 'LOCATION_TYPE_TRAINING';
  return group === validationGroup ? 'LOCATION_TYPE_VALIDATIONS' : 'LOCATION_TYPE_CUSTOM_METRIC';
}
