import type { ProjectColumn } from '@determined/contract/organisation/projects-generated.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { namesOfProject } from '../life/shared/experiment-names.ts';

const types: Record<string, ProjectColumn['type']> = {
  N: 'COLUMN_TYPE_NUMBER',
  T: 'COLUMN_TYPE_TEXT',
  D: 'COLUMN_TYPE_DATE',
  A: 'COLUMN_TYPE_ARRAY',
};

/** The call's name of a type that stands as a letter; `-` and others: unspecified. */
const wireType = (letter: string): ProjectColumn['type'] => types[letter] ?? 'COLUMN_TYPE_UNSPECIFIED';

/** Of all configurations, the older ones first; the first one that has a name decides its type. */
export async function searchedHyperparameters(db: Db, projectId: number) {
  const names = await namesOfProject(db, projectId, 'config');
  const oldestFirst = names.sort((left, right) => left.experimentId - right.experimentId);
  const found = new Map<string, string>();
  for (const { name, type } of oldestFirst) if (!found.has(name)) found.set(name, type);
  return [...found].map(([name, letter]) => ({
    column: `hp.${name}`,
    location: 'LOCATION_TYPE_HYPERPARAMETERS' as const,
    type: wireType(letter),
  }));
}

/** Sampled values of all runs: a name once for each type it was seen with. */
export async function sampledHyperparameters(db: Db, projectId: number) {
  const names = await namesOfProject(db, projectId, 'sampled');
  return names.map(({ name, type }) => ({
    column: `hp.${name}`,
    location: 'LOCATION_TYPE_RUN_HYPERPARAMETERS' as const,
    type: wireType(type),
  }));
}

/** Keys of the runs' metadata: a key once for each kind of value found there. */
export async function runMetadata(db: Db, projectId: number) {
  // Each is found behind the one before it in the index, however many runs there are.
  const found = await sql<{ key: string; kind: string }>`
    with recursive seen as (
      (select key, kind from run_metadata where project_id = ${projectId} order by key, kind limit 1)
      union all
      select following.* from seen cross join lateral (
        select d.key, d.kind from run_metadata d where d.project_id = ${projectId} and (d.key, d.kind) > (seen.key, seen.kind)
        order by d.key, d.kind limit 1) following)
    select key, kind from seen where kind <> '-'`.execute(db);
  return found.rows.map(({ key, kind }) => ({
    column: `metadata.${key}`,
    location: 'LOCATION_TYPE_RUN_METADATA' as const,
    type: wireType(kind),
  }));
}
