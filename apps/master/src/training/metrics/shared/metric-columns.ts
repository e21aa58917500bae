import type { Db } from '#platform/db/database.ts';
import { namesOfProject } from '../../life/shared/experiment-names.ts';
import { groupOfSummary, summaryKey, trainingGroup, validationGroup } from './metric-values.ts';
import { bestMetrics } from './ranges/best-metrics.ts';

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
  const found = of === 'all runs' ? await namesOfProject(db, projectId, 'metric') : await ofBestTrials(db, projectId);
  const key = ({ group, name }: SeenType) => `${summaryKey(group)}\0${name}`;
  const seen = [...Map.groupBy(found, key)].sort(([left], [right]) => (left < right ? -1 : 1));
  return seen.flatMap(([, same]) => columnsOf(same));
}

interface SeenType {
  group: string;
  name: string;
  type: string;
}

async function ofBestTrials(db: Db, projectId: number): Promise<SeenType[]> {
  const found = await bestMetrics(db, projectId);
  return Object.entries(found).flatMap(([key, names]) =>
    Object.entries(names).flatMap(([name, { types }]) =>
      types.map((type) => ({ group: groupOfSummary(key), name, type })),
    ),
  );
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
