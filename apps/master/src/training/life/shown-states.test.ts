import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getExperimentRowsRoute, getRunRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ofTable, rowsRead, rowsReadSince } from '#platform/db/testing/rows-read.ts';

const count = 2000;
const page = 40;
let cluster: DevCluster;

beforeAll(async () => {
  cluster = await startDevCluster();
  const config =
    'name: first\nentrypoint: x\nresources: {slots_per_trial: 0}\nsearcher: {name: single, metric: loss}\nhyperparameters: {}';
  const { experiment } = await cluster.admin.client.call(createExperimentRoute, { config, activate: false });
  const { db } = cluster.master;
  // The database learns of it when it chooses to; here it does not.
  for (const table of ['allocations', 'tasks', 'trial_tasks'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db);
  await sql`insert into jobs (id, kind, owner_id, submitted_at, pool, preemptible, single_agent)
    select 'copy-' || g, 'EXPERIMENT', ${experiment?.userId ?? 0}, now(), 'default', true, false
    from generate_series(1, ${count}::int) g`.execute(db);
  await sql`insert into experiments (job_id, state, name, owner_id, project_id, config, original_config,
      searcher_type, searcher_metric, smaller_is_better, slots_per_trial, max_restarts)
    select 'copy-' || g, 'ACTIVE', 'copy ' || g, owner_id, project_id, config, original_config,
      searcher_type, searcher_metric, smaller_is_better, 1, max_restarts
    from experiments, generate_series(1, ${count}::int) g where id = ${experiment?.id ?? 0}`.execute(db);
  await sql`insert into trials (experiment_id, request_id, state, hparams)
    select id, 'copy', 'ACTIVE', '{}' from experiments where name <> 'first' order by id`.execute(db);
  await sql`update experiments set num_trials = 1`.execute(db);
  await sql`insert into tasks (id, type, job_id, start_time)
    select t.id || '.copy', 'TRIAL', e.job_id, now() from trials t join experiments e on e.id = t.experiment_id
    where e.name <> 'first'`.execute(db);
  await sql`insert into trial_tasks (task_id, trial_id) select id || '.copy', id from trials where request_id = 'copy'`.execute(
    db,
  );
  const allocate = (id: string, state: string) =>
    sql`insert into allocations (id, task_id, slots, resource_pool, preemption_timeout, state)
      select id || ${id}, id, 1, 'default', 60, ${state} from tasks where id like '%.copy'`.execute(db);
  await allocate('.1', 'TERMINATED');
  for (const table of ['allocations', 'tasks', 'trial_tasks', 'trials', 'experiments'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
  await allocate('.2', 'PENDING');
});
afterAll(() => cluster.stop());

test('which state an active one is shown in is read off its own tasks, however many have begun to wait unknown to the planner', async () => {
  const { client } = cluster.admin;
  const asked = { params: { projectId: 1 }, query: { sort: 'id=desc', limit: page } };
  const before = await rowsRead(cluster.master.db);
  const { rows: experiments } = await client.call(getExperimentRowsRoute, asked);
  const { rows: runs } = await client.call(getRunRowsRoute, asked);
  const read = await rowsReadSince(cluster.master.db, before);
  for (const rows of [experiments, runs])
    expect(rows.map(({ state }) => state)).toEqual(Array(page).fill('STATE_QUEUED'));
  // The queue of the cluster looks at all of them now and then.
  expect(ofTable(read, 'allocations')).toBeLessThan(10 * count);
});
