import { setTimeout as delay } from 'node:timers/promises';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { packingLimits } from '@determined/master/training/column-store/pack-project.ts';
import { sql } from 'kysely';
import type { BenchMaster } from './figure.ts';

/** Metrics of a run: half of them of the training, half of validations. */
export const metricCount = 60;
/** Hyperparameters: numbers; every fifth is a text. */
export const hyperparameterCount = 20;

/** A project of so many finished experiments of one run each, with configurations as clients send them. */
export async function makeSearchedProject({ client, db }: BenchMaster, count: number): Promise<number> {
  const { workspace } = await client.call(postWorkspaceRoute, { name: `search ${count}` });
  const { project } = await client.call(postProjectRoute, { name: 'search', workspaceId: workspace?.id ?? 0 });
  const projectId = project?.id ?? 0;
  const { experiment } = await client.call(createExperimentRoute, {
    config: JSON.stringify(configuration()),
    activate: false,
    projectId,
  });
  const of = experiment?.id ?? 0;
  // At once: what the master packs meanwhile is none of it.
  await db.transaction().execute(async (tx) => {
    await sql`insert into jobs (id, kind, owner_id, submitted_at, pool, preemptible, single_agent)
    select 'search-' || ${projectId}::int || '-' || g, 'EXPERIMENT', ${experiment?.userId ?? 0}, now(), 'default', true, false
    from generate_series(1, ${count - 1}::int) g`.execute(tx);
    await copyExperiments(tx, of, projectId, count);
    // Of a project that it has not seen, the database would take what joins these for a handful.
    await sql`analyze experiments`.execute(tx);
    await sql`insert into trials (experiment_id, state, end_time, hparams)
    select e.id, 'COMPLETED', e.end_time, h.given from experiments e cross join lateral (
      select jsonb_object_agg(key, value -> 'val') as given from jsonb_each(e.config -> 'hyperparameters')) h
    where e.project_id = ${projectId} and e.id <> ${of}`.execute(tx);
    await sql`analyze trials, trial_metrics`.execute(tx);
    await sql`update experiments e set best_trial_id = t.id from trials t
    where t.experiment_id = e.id and e.project_id = ${projectId}`.execute(tx);
    await sql`update trial_metrics m set searcher_metric_value = e.best_value,
      summary_metrics = json_build_object('avg_metrics', s.training, 'validation_metrics', s.validation)
    from experiments e cross join lateral (
      select json_object_agg('m' || n, value) filter (where n % 2 = 0) as training,
        json_object_agg('m' || n, value) filter (where n % 2 = 1) as validation
      from generate_series(0, ${metricCount - 1}::int) n cross join lateral (
        select json_build_object('count', 100, 'last', x, 'max', x * 2, 'mean', x, 'min', x / 2, 'sum', x * 100, 'type', 'number')
          as value from (select (hashint8(e.id::bigint * 1000 + n)::float8 / 4294967296 + 0.5) as x) drawn) made) s
    where e.id = m.experiment_id and e.project_id = ${projectId}`.execute(tx);
    await catalogueNames(tx, projectId, of);
  });
  const vacuum = async () => {
    for (const table of ['jobs', 'experiments', 'trials', 'trial_metrics', 'experiment_names'])
      await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
  };
  // Before, as the server does it by itself in time; after, for what the packing has written.
  await vacuum();
  await packed(db, projectId, count);
  await vacuum();
  return projectId;
}

/** What the names of all experiments take on disk, with their indexes. */
export async function bytesOfNames({ db }: BenchMaster): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_total_relation_size('experiment_names')
    + pg_total_relation_size('name_sets') as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** Each with values of its own: `hp0` from 0 to 1, evenly. */
async function copyExperiments(db: BenchMaster['db'], of: number, projectId: number, count: number): Promise<void> {
  const own = ['id', 'job_id', 'state', 'name', 'config', 'original_config', 'best_value', 'start_time', 'end_time'];
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'experiments' and is_generated = 'NEVER' and column_name <> all(${[...own, 'best_trial_id']})`.execute(
    db,
  );
  const copied = sql.join(rows.map(({ name }) => sql.ref(name)));
  await sql`insert into experiments (job_id, state, name, best_value, start_time, end_time, config, original_config, ${copied})
    select 'search-' || ${projectId}::int || '-' || g, (array['COMPLETED', 'ERROR', 'CANCELED'])[1 + g % 3],
      name || ' ' || md5(g::text), random(), now() - g * interval '1 minute', now() - (g - 1) * interval '1 minute',
      jsonb_set(config, '{hyperparameters}', h.space),
      jsonb_set(original_config::jsonb, '{hyperparameters}', h.space)::text, ${copied}
    from experiments cross join generate_series(1, ${count - 1}::int) g cross join lateral (
      select jsonb_object_agg('hp' || n, jsonb_build_object('type', 'const', 'val', case
          when n % 5 = 4 then to_jsonb('choice ' || hashint8(g::bigint * 100 + n) % 10)
          when n = 0 then to_jsonb((g::bigint * 7919 % ${count}::int)::float8 / ${count}::int)
          else to_jsonb(hashint8(g::bigint * 100 + n)::float8 / 4294967296 + 0.5) end)) as space
      from generate_series(0, ${hyperparameterCount - 1}::int) n) h
    where id = ${of}`.execute(db);
}

/** Resolves when the master has packed what it packs of the project. */
async function packed(db: BenchMaster['db'], projectId: number, count: number): Promise<void> {
  const few = packingLimits.least;
  await eventually(
    'the columns to be packed',
    async () => {
      const { rows } = await sql<{ loose: number }>`select
        (select count(*)::int from trial_metrics where project_id = ${projectId} and not packed)
        + (select count(*)::int from experiments where project_id = ${projectId} and not packed) as loose`.execute(db);
      const done = (rows[0]?.loose ?? 0) < 2 * few;
      // Counting is work itself, which the packing would wait for.
      if (!done) await delay(Math.max(500, count / 100));
      return done;
    },
    // Milliseconds: it is looked for once in a while, then packed.
    60_000 + count * 6,
  );
}

async function catalogueNames(db: BenchMaster['db'], projectId: number, of: number): Promise<void> {
  await sql`insert into name_sets (digest, source, group_name, names, types)
    select name_set_digest(source, group_name, names, types), source, group_name, names, types from (
      select 'metric' as source, case when n % 2 = 0 then 'training' else 'validation' end as group_name,
        array_agg('m' || n order by ('m' || n) collate "C") as names, array_agg('number'::text) as types
      from generate_series(0, ${metricCount - 1}::int) n group by 2
      union all
      select 'sampled', '', array_agg('hp' || n order by ('hp' || n) collate "C"),
        array_agg(case when n % 5 = 4 then 'T' else 'N' end order by ('hp' || n) collate "C")
      from generate_series(0, ${hyperparameterCount - 1}::int) n) v on conflict do nothing`.execute(db);
  await sql`insert into experiment_names (experiment_id, project_id, source, group_name, set_id)
    select e.id, e.project_id, s.source, s.group_name, s.id from experiments e, name_sets s
    where e.project_id = ${projectId} and e.id <> ${of} and (s.names[1] = 'hp0' and s.source = 'sampled'
      or s.names[1] in ('m0', 'm1') and s.source = 'metric')
    union all
    select e.id, e.project_id, n.source, n.group_name, n.set_id from experiments e, experiment_names n
    where e.project_id = ${projectId} and n.experiment_id = ${of} and n.source = 'config' and e.id <> ${of}
    on conflict do nothing`.execute(db);
}

function configuration(): Record<string, unknown> {
  const names = Array.from({ length: hyperparameterCount }, (_, at) => `hp${at}`);
  return {
    name: 'search',
    entrypoint: 'python3 train.py',
    searcher: { name: 'single', metric: 'm1', smaller_is_better: true },
    hyperparameters: Object.fromEntries(names.map((name, at) => [name, at % 5 === 4 ? 'choice' : at / 10])),
    resources: { slots_per_trial: 0 },
  };
}
