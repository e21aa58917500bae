import type { Client } from '@determined/contract/client.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import type { Db } from '@determined/master/platform/db/database.ts';
import { packingLimits, packProject } from '@determined/master/training/column-store/pack-project.ts';
import packBlock from '@determined/master/training/column-store/shared/pack-block.ts';
import { sql } from 'kysely';
import { eventually } from './eventually.ts';

export interface ManyRuns {
  projectId: number;
  count: number;
  /** `m0`, `m1`, …: those with even numbers of the training, the others of validations; two at least. */
  metrics: number;
  /** `hp0`, `hp1`, …: numbers; every fifth is a text. `hp0` goes from 0 to 1 in `count` even steps, each of one run. */
  hyperparameters: number;
}

/**
 * Fills a project with finished experiments of one run each, with configurations as clients send them; one of them is paused.
 * By SQL, as a database is filled in bulk: references are not looked up row by row, and indexes are made at the end.
 */
export async function makeManyRuns({ client, db }: { client: Client; db: Db }, runs: ManyRuns): Promise<void> {
  const config = JSON.stringify(configuration(runs));
  const { experiment } = await client.call(createExperimentRoute, {
    config,
    activate: false,
    projectId: runs.projectId,
  });
  const indexes = await dropIndexes(db, ['experiments', 'trials', 'trial_metrics']);
  // At once: what the master packs meanwhile is none of it.
  await db.transaction().execute(async (tx) => {
    const filled = ['jobs', 'experiments', 'trials', 'trial_metrics', 'experiment_names'].map((name) =>
      sql.table(name),
    );
    for (const table of filled) await sql`alter table ${table} disable trigger all, enable trigger user`.execute(tx);
    await drawRuns(tx, runs);
    await copyExperiment(tx, experiment?.id ?? 0);
    await addTrials(tx, runs);
    await catalogueNames(tx, experiment?.id ?? 0, runs);
    for (const table of filled) await sql`alter table ${table} enable trigger all`.execute(tx);
    // Of a project that it has not seen, the database would take what joins these for a handful.
    await sql`analyze experiments, trials, trial_metrics`.execute(tx);
  });
  await pack(db, runs.projectId);
  for (const { made } of indexes) await sql.raw(made).execute(db);
  for (const table of ['jobs', 'experiments', 'trials', 'trial_metrics', 'experiment_names'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
}

/** Those that no constraint needs. */
async function dropIndexes(db: Db, tables: readonly string[]): Promise<{ made: string }[]> {
  const { rows } = await sql<{ name: string; made: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
    where indrelid = any(${tables}::text[]::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`.execute(
    db,
  );
  await sql`drop index ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(db);
  return rows;
}

/** The ids of each and what it is given. */
async function drawRuns(tx: Db, { projectId, count, hyperparameters }: ManyRuns): Promise<void> {
  await sql`create temporary table drawn_runs on commit drop as
    select g, nextval('experiments_id_seq')::int as experiment_id, nextval('trials_id_seq')::int as trial_id,
      'search-' || ${projectId}::int || '-' || g as job_id, h.given, h.space
    from generate_series(1, ${count - 1}::int) g cross join lateral (
      select jsonb_object_agg('hp' || n, val) as given,
        jsonb_object_agg('hp' || n, jsonb_build_object('type', 'const', 'val', val)) as space
      from generate_series(0, ${hyperparameters - 1}::int) n cross join lateral (select case
        when n % 5 = 4 then to_jsonb('choice ' || hashint8(g::bigint * 100 + n) % 10)
        when n = 0 then to_jsonb((g::bigint * 7919 % ${count}::int)::float8 / ${count}::int)
        else to_jsonb(hashint8(g::bigint * 100 + n)::float8 / 4294967296 + 0.5) end as val) v) h`.execute(tx);
}

/** The last value of a metric, from 0 to 1. */
const drawn = (experiment: string, n: string) =>
  sql`(hashint8(${sql.ref(experiment)}::bigint * 1000 + ${sql.raw(n)})::float8 / 4294967296 + 0.5)`;

async function copyExperiment(tx: Db, of: number): Promise<void> {
  const own = 'id,job_id,state,name,config,original_config,best_value,best_trial_id,start_time,end_time'.split(',');
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'experiments' and is_generated = 'NEVER' and column_name <> all(${own})`.execute(tx);
  const copied = sql.join(rows.map(({ name }) => sql.ref(name)));
  await sql`insert into jobs (id, kind, owner_id, submitted_at, pool, preemptible, single_agent)
    select d.job_id, 'EXPERIMENT', e.owner_id, now(), 'default', true, false
    from drawn_runs d cross join experiments e where e.id = ${of}`.execute(tx);
  await sql`insert into experiments (id, job_id, state, name, best_value, best_trial_id, start_time, end_time, config, original_config, ${copied})
    select d.experiment_id, d.job_id, (array['COMPLETED', 'ERROR', 'CANCELED'])[1 + g % 3], name || ' ' || md5(g::text),
      ${drawn('d.experiment_id', '1')}, d.trial_id, now() - g * interval '1 minute', now() - (g - 1) * interval '1 minute',
      jsonb_set(config, '{hyperparameters}', space), jsonb_set(original_config::jsonb, '{hyperparameters}', space)::text, ${copied}
    from (select * from experiments where id = ${of}) e cross join drawn_runs d`.execute(tx);
}

async function addTrials(tx: Db, { projectId, metrics }: ManyRuns): Promise<void> {
  await sql`insert into trials (id, experiment_id, state, start_time, end_time, hparams)
    select d.trial_id, e.id, e.state, e.start_time, e.end_time, d.given
    from drawn_runs d join experiments e on e.id = d.experiment_id`.execute(tx);
  await sql`update trial_metrics m set searcher_metric_value = ${drawn('m.experiment_id', '1')},
      summary_metrics = json_build_object('avg_metrics', s.training, 'validation_metrics', s.validation)
    from drawn_runs d cross join lateral (
      select json_object_agg('m' || n, value) filter (where n % 2 = 0) as training,
        json_object_agg('m' || n, value) filter (where n % 2 = 1) as validation
      from generate_series(0, ${metrics - 1}::int) n cross join lateral (
        select json_build_object('count', 100, 'last', x, 'max', x * 2, 'mean', x, 'min', x / 2, 'sum', x * 100, 'type', 'number')
          as value from (select ${drawn('d.experiment_id', 'n')} as x) v) made) s
    where d.trial_id = m.trial_id`.execute(tx);
  // As when a run becomes the best one of its experiment.
  await sql`insert into metric_range_changes (project_id, experiment_id)
    select ${projectId}, experiment_id from drawn_runs`.execute(tx);
}

async function catalogueNames(tx: Db, of: number, { projectId, metrics, hyperparameters }: ManyRuns): Promise<void> {
  await sql`insert into name_sets (digest, source, group_name, names, types)
    select name_set_digest(source, group_name, names, types), source, group_name, names, types from (
      select 'metric' as source, case when n % 2 = 0 then 'training' else 'validation' end as group_name,
        array_agg('m' || n order by ('m' || n) collate "C") as names, array_agg('number'::text) as types
      from generate_series(0, ${metrics - 1}::int) n group by 2
      union all
      select 'sampled', '', array_agg('hp' || n order by ('hp' || n) collate "C"),
        array_agg(case when n % 5 = 4 then 'T' else 'N' end order by ('hp' || n) collate "C")
      from generate_series(0, ${hyperparameters - 1}::int) n) v on conflict do nothing`.execute(tx);
  await sql`insert into experiment_names (experiment_id, project_id, source, group_name, set_id)
    select d.experiment_id, ${projectId}::int, s.source, s.group_name, s.id from drawn_runs d, name_sets s
    where s.source = 'sampled' and s.names[1] = 'hp0' and cardinality(s.names) = ${hyperparameters}::int
      or s.source = 'metric' and s.names[1] in ('m0', 'm1')
        and cardinality(s.names) = case s.names[1] when 'm0' then ${Math.ceil(metrics / 2)}::int else ${Math.floor(metrics / 2)}::int end
    union all
    select d.experiment_id, ${projectId}::int, n.source, n.group_name, n.set_id from drawn_runs d, experiment_names n
    where n.experiment_id = ${of} and n.source = 'config'
    on conflict do nothing`.execute(tx);
}

/** As the master does in its time, and may begin meanwhile: searches would read the rows one by one until then. */
async function pack(db: Db, projectId: number): Promise<void> {
  await eventually(
    'the columns to be packed',
    async () => {
      for (const listed of ['run', 'experiment'] as const)
        await packProject(db, async (input) => packBlock(input), { projectId, of: listed });
      const { rows } = await sql<{ loose: number }>`select
        (select count(*)::int from trial_metrics where project_id = ${projectId} and not packed)
        + (select count(*)::int from experiments where project_id = ${projectId} and not packed) as loose`.execute(db);
      return (rows[0]?.loose ?? 0) < 2 * packingLimits.least;
    },
    600_000,
  );
}

function configuration({ hyperparameters }: ManyRuns): Record<string, unknown> {
  const names = Array.from({ length: hyperparameters }, (_, at) => `hp${at}`);
  return {
    name: 'search',
    entrypoint: 'python3 train.py',
    searcher: { name: 'single', metric: 'm1', smaller_is_better: true },
    hyperparameters: Object.fromEntries(names.map((name, at) => [name, at % 5 === 4 ? 'choice' : at / 10])),
    resources: { slots_per_trial: 0 },
  };
}
