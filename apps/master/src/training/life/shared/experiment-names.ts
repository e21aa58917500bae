import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { TryAgain } from '#platform/db/transaction.ts';

/** What names are of: an experiment's configuration, what its trials were given, what they have reported. */
export type NameSource = 'config' | 'sampled' | 'metric';

/** A name with one of the types it was seen with; `group` is empty but for metrics. */
interface TypedName {
  group: string;
  name: string;
  type: string;
}

export interface NameOfExperiment extends TypedName {
  experimentId: number;
  source: NameSource;
}

/** The names that one experiment has of one source and group: those of one set. */
interface Wanted {
  experimentId: number;
  source: NameSource;
  group: string;
  /** The set that it has until now. */
  seen: number | null;
  names: string[];
  types: string[];
}

const attempts = 10;

/** Enters what experiments have besides; what they have already is nothing new. */
export async function enterNames(tx: Tx, entries: readonly NameOfExperiment[]): Promise<void> {
  if (entries.length === 0) return;
  // In one order everywhere, so that two masters cannot wait for each other.
  const byKey = [...Map.groupBy(entries, keyOf)].sort(([left], [right]) => (left < right ? -1 : 1));
  const ordered = byKey.map(([, same]) => same);
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const wanted = await growing(tx, ordered);
    if (wanted.length === 0) return;
    if ((await exchange(tx, wanted, await setsOf(tx, wanted))) === wanted.length) return;
    // Another trial of an experiment was quicker: what it entered is looked at.
  }
  throw new TryAgain('names of an experiment change all the time');
}

const keyOf = ({ experimentId, source, group }: Pick<NameOfExperiment, 'experimentId' | 'source' | 'group'>) =>
  `${experimentId}\0${source}\0${group}`;

/** Of these the ones that have a name which their set lacks, with what is to be in it. */
async function growing(tx: Tx, entered: readonly NameOfExperiment[][]): Promise<Wanted[]> {
  const keys = entered.flatMap(([first]) => first ?? []);
  const { rows } = await sql<{ experiment_id: number; source: NameSource; group: string } & StoredSet>`
    select n.experiment_id, n.source, n.group_name as group, s.id, s.names, s.types
    from unnest(${keys.map((key) => key.experimentId)}::int[], ${keys.map((key) => key.source)}::text[],
        ${keys.map((key) => key.group)}::text[]) v (experiment_id, source, group_name)
      join experiment_names n using (experiment_id, source, group_name) join name_sets s on s.id = n.set_id`.execute(
    tx,
  );
  const stored = new Map(
    rows.map(({ experiment_id, ...row }) => [keyOf({ experimentId: experiment_id, ...row }), row]),
  );
  return entered.flatMap((entries) => {
    const [first] = entries;
    if (!first) return [];
    const known = stored.get(keyOf(first));
    const pairs = new Map(
      known?.names.map((name, at) => [`${name}\0${known.types[at]}`, [name, known.types[at] ?? '']]),
    );
    const before = pairs.size;
    for (const { name, type } of entries) pairs.set(`${name}\0${type}`, [name, type]);
    if (pairs.size === before) return [];
    // Sets of the same names are one: they are compared by their digest.
    const sorted = [...pairs].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, pair]) => pair);
    const { experimentId, source, group } = first;
    const names = sorted.map(([name = '']) => name);
    const types = sorted.map(([, type = '']) => type);
    return { experimentId, source, group, seen: known?.id ?? null, names, types };
  });
}

interface StoredSet {
  id: number;
  names: string[];
  types: string[];
}

/** The ids of such sets, in order; they stay until the transaction ends. */
async function setsOf(tx: Tx, wanted: readonly Wanted[]): Promise<number[]> {
  const sets = JSON.stringify(
    wanted.map(({ source, group, names, types }, place) => ({ place, source, group_name: group, names, types })),
  );
  const given = sql`(select v.*, name_set_digest(v.source, v.group_name, v.names, v.types) as digest
    from jsonb_to_recordset(${sets}::jsonb) v (place int, source text, group_name text, names text[], types text[])) v`;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const { rows } = await sql<{ place: number; id: number }>`select v.place, s.id
      from ${given} join name_sets s on s.digest = v.digest order by s.id for key share of s`.execute(tx);
    if (rows.length === wanted.length) return rows.sort((a, b) => a.place - b.place).map(({ id }) => id);
    await sql`insert into name_sets (digest, source, group_name, names, types)
      select distinct on (v.digest) v.digest, v.source, v.group_name, v.names, v.types from ${given} order by v.digest
      on conflict do nothing`.execute(tx);
  }
  throw new TryAgain('sets of names are dropped all the time');
}

/** Gives each its set if it still has the one that was seen; how many that were. */
async function exchange(tx: Tx, wanted: readonly Wanted[], sets: readonly number[]): Promise<number> {
  // An experiment that is just being moved is waited for: its names stand under its project.
  const { rows } = await sql<{ done: number }>`with v as (
      select * from unnest(${wanted.map((each) => each.experimentId)}::int[], ${wanted.map((each) => each.source)}::text[],
        ${wanted.map((each) => each.group)}::text[], ${wanted.map((each) => each.seen)}::int[], ${sets}::int[])
        with ordinality as v (experiment_id, source, group_name, seen, set_id, place)),
    held as (
      select n.experiment_id, n.source, n.group_name, v.set_id from v
        join experiment_names n using (experiment_id, source, group_name)
      where n.set_id = v.seen order by v.place for no key update of n),
    exchanged as (
      update experiment_names n set set_id = held.set_id from held
      where (n.experiment_id, n.source, n.group_name) = (held.experiment_id, held.source, held.group_name) returning 1),
    entered as (
      insert into experiment_names (experiment_id, project_id, source, group_name, set_id)
      select e.id, e.project_id, v.source, v.group_name, v.set_id from v join experiments e on e.id = v.experiment_id
      where v.seen is null order by v.place for key share of e
      on conflict do nothing returning 1)
    select (select count(*) from exchanged) + (select count(*) from entered) as done`.execute(tx);
  return Number(rows[0]?.done ?? 0);
}

/** Of one source, what experiments of a project have; each name and type with the oldest experiment that has it so. */
export async function namesOfProject(
  db: Db,
  projectId: number,
  source: NameSource,
): Promise<(TypedName & { experimentId: number })[]> {
  // Each set is found behind the one before it in the index: there are few different ones, however many experiments.
  const { rows } = await sql<TypedName & { experimentId: number }>`
    with recursive seen as (
      (select set_id, experiment_id from experiment_names where project_id = ${projectId}
        order by set_id, experiment_id limit 1)
      union all
      select following.* from seen cross join lateral (
        select n.set_id, n.experiment_id from experiment_names n
        where n.project_id = ${projectId} and n.set_id > seen.set_id
        order by n.set_id, n.experiment_id limit 1) following)
    select s.group_name as group, typed.name, typed.type, min(seen.experiment_id) as "experimentId"
    from seen join name_sets s on s.id = seen.set_id cross join lateral unnest(s.names, s.types) typed (name, type)
    where s.source = ${source}
    group by 1, 2, 3 order by s.group_name, typed.name collate "C", typed.type collate "C"`.execute(db);
  return rows;
}

/** The metrics that trials of these experiments have reported, each told once; groups and names in bytewise order. */
export async function metricsOfExperiments(
  db: Db,
  experimentIds: readonly number[],
): Promise<{ group: string; name: string }[]> {
  const { rows } = await sql<{ group: string; name: string }>`
    select distinct s.group_name as group, named.name collate "C" as name
    from (select distinct set_id from experiment_names
        where experiment_id = any(${experimentIds}::int[]) and source = 'metric') had
      join name_sets s on s.id = had.set_id cross join lateral unnest(s.names) named (name)
    order by 1, 2`.execute(db);
  return rows;
}
