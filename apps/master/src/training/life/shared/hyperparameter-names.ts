import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';

/** What a catalogue of names is about: the configurations of experiments, or what their trials were given. */
type Source = 'config' | 'sampled';

/** Of nested hyperparameters the path with dots; the letter is N for numbers, T for texts, `-` for what is neither. */
type TypedName = [name: string, letter: string];

interface Place {
  id: number;
  project_id: number;
}

/** Enters the names that an experiment's configuration has. */
export function catalogueConfig(tx: Tx, experiment: Place, space: unknown): Promise<void> {
  return enter(tx, experiment, 'config', searched(space));
}

/** Enters the names that trials were given. Null and list values count as text. */
export function catalogueSampled(tx: Tx, experiment: Place, given: readonly unknown[]): Promise<void> {
  const unique = new Map(given.flatMap((hparams) => sampled(hparams)).map((name) => [name.join('\0'), name]));
  return enter(tx, experiment, 'sampled', [...unique.values()]);
}

// A name longer than this can't be held by the index, nor be a column's head.
const longestName = 500;

async function enter(tx: Tx, { id, project_id }: Place, source: Source, names: readonly TypedName[]): Promise<void> {
  const fit = names.filter(([name]) => name.length <= longestName).sort(([left], [right]) => (left < right ? -1 : 1));
  if (fit.length === 0) return;
  await sql`insert into hyperparameter_names (experiment_id, project_id, source, name, type)
    select ${id}, ${project_id}, ${source}, * from unnest(${fit.map(([name]) => name)}::text[],
      ${fit.map(([, letter]) => letter)}::text[])
    on conflict do nothing`.execute(tx);
}

/** A project's names with their types, each with the oldest experiment that has it so; in bytewise order. */
export async function listHyperparameterNames(
  db: Db,
  projectId: number,
  source: Source,
): Promise<{ name: string; letter: string; experimentId: number }[]> {
  // Each is found behind the one before it in the index: there are few different ones among very many.
  const found = await sql<{ name: string; letter: string; experimentId: number }>`
    with recursive seen as (
      (select name, type, experiment_id from hyperparameter_names where project_id = ${projectId} and source = ${source}
        order by name, type, experiment_id limit 1)
      union all
      select following.* from seen cross join lateral (
        select n.name, n.type, n.experiment_id from hyperparameter_names n
        where n.project_id = ${projectId} and n.source = ${source} and (n.name, n.type) > (seen.name, seen.type)
        order by n.name, n.type, n.experiment_id limit 1) following)
    select name, type as letter, experiment_id as "experimentId" from seen`.execute(db);
  return found.rows;
}

const ranges = ['int', 'double', 'log'];

function searched(space: unknown, prefix = ''): TypedName[] {
  return members(space).flatMap(([key, value]): TypedName[] => {
    const { type, val } = value as { type?: unknown; val?: unknown };
    const name = prefix + key;
    if (ranges.includes(String(type))) return [[name, 'N']];
    if (type === 'categorical') return [[name, '-']];
    if (type === 'const') return [[name, typeof val === 'number' ? 'N' : typeof val === 'string' ? 'T' : '-']];
    return searched(value, `${name}.`);
  });
}

function sampled(hparams: unknown, prefix = ''): TypedName[] {
  return Object.entries(isMap(hparams) ? hparams : {}).flatMap(([key, value]): TypedName[] =>
    isMap(value) ? sampled(value, `${prefix}${key}.`) : [[prefix + key, typeof value === 'number' ? 'N' : 'T']],
  );
}

/** Of a space each member is a hyperparameter or a map of them. */
const members = (space: unknown) => Object.entries(isMap(space) ? space : {}).filter(([, value]) => isMap(value));

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
