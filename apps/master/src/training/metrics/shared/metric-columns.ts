import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { summaryKey, trainingGroup, validationGroup } from './metric-values.ts';

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

/**
 * The catalogue has more names than rows can be looked at, and few different ones: each is found behind the one before
 * it in the index.
 */
const catalogued = (projectId: number) => sql`
  with recursive seen as (
    (select group_name, name, type from metric_names where project_id = ${projectId}
      order by group_name, name, type limit 1)
    union all
    select following.* from seen cross join lateral (
      select n.group_name, n.name, n.type from metric_names n
      where n.project_id = ${projectId} and (n.group_name, n.name, n.type) > (seen.group_name, seen.name, seen.type)
      order by n.group_name, n.name, n.type limit 1) following)`;

/** Of what is catalogued, what the best trial of an experiment has, with the type that trial's summary says. */
async function ofBestTrials(db: Db, projectId: number): Promise<SeenType[]> {
  const found = await sql<SeenType>`${catalogued(projectId)}
    select distinct seen.group_name as group, seen.name, best.type
    from seen cross join lateral (
      select t.summary_metrics -> key -> seen.name ->> 'type' as type
      from metric_names n join experiments e on e.id = n.experiment_id join trial_metrics t on t.trial_id = e.best_trial_id
        cross join lateral (select case seen.group_name when ${trainingGroup} then ${summaryKey(trainingGroup)}
          when ${validationGroup} then ${summaryKey(validationGroup)} else seen.group_name end as key) k
      where n.project_id = ${projectId} and n.group_name = seen.group_name and n.name = seen.name and n.type = seen.type
        and t.summary_metrics -> key ? seen.name
      limit 1) best`.execute(db);
  return found.rows;
}

async function ofAllRuns(db: Db, projectId: number): Promise<SeenType[]> {
  const found = await sql<SeenType>`${catalogued(projectId)}
    select group_name as group, name, type from seen`.execute(db);
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
