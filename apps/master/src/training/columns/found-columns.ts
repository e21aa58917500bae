import type { ProjectColumn } from '@determined/contract/organisation/projects-generated.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { listHyperparameterNames } from '../life/shared/hyperparameter-names.ts';

const types: Record<string, ProjectColumn['type']> = {
  N: 'COLUMN_TYPE_NUMBER',
  T: 'COLUMN_TYPE_TEXT',
  D: 'COLUMN_TYPE_DATE',
  A: 'COLUMN_TYPE_ARRAY',
};

/** The call's name of a type that stands as a letter; `-` and others: unspecified. */
export const wireType = (letter: string): ProjectColumn['type'] => types[letter] ?? 'COLUMN_TYPE_UNSPECIFIED';

/** Of all configurations, the older ones first; the first one that has a name decides its type. */
export async function searchedHyperparameters(db: Db, projectId: number) {
  const names = await listHyperparameterNames(db, projectId, 'config');
  const oldestFirst = names.sort((left, right) => left.experimentId - right.experimentId);
  const found = new Map<string, string>();
  for (const { name, letter } of oldestFirst) if (!found.has(name)) found.set(name, letter);
  return [...found].map(([name, letter]) => ({
    column: `hp.${name}`,
    location: 'LOCATION_TYPE_HYPERPARAMETERS' as const,
    type: wireType(letter),
  }));
}

/** Sampled values of all runs: a name once for each type it was seen with. */
export async function sampledHyperparameters(db: Db, projectId: number) {
  const names = await listHyperparameterNames(db, projectId, 'sampled');
  return names.map(({ name, letter }) => ({
    column: `hp.${name}`,
    location: 'LOCATION_TYPE_RUN_HYPERPARAMETERS' as const,
    type: wireType(letter),
  }));
}

const letters: Record<string, string> = { array: 'A', number: 'N', date: 'D' };

/** Every path to a value of the runs' metadata that is no object, once for each kind of value found there. */
export async function runMetadata(db: Db, projectId: number) {
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
    type: wireType(letter),
  }));
}
