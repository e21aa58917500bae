import {
  getProjectColumnsRoute,
  getProjectNumericMetricsRangeRoute,
  getProjectRoute,
  postProjectRoute,
} from '@determined/contract/organisation/projects-routes.ts';
import { getWorkspacesRoute, postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  createExperimentRoute,
  getExperimentLabelsRoute,
  getExperimentsRoute,
  patchExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { getExperimentRowsRoute, getOwnExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { searchRunsRoute } from '@determined/contract/training/runs-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ofTable, type RowsRead, rowsFetched, rowsRead, rowsReadSince } from '#platform/db/testing/rows-read.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { LimitedSight } from '../../testing/limited-sight.ts';
import { packingLimits, packProject } from '../column-store/pack-project.ts';
import packBlock from '../column-store/shared/pack-block.ts';
import { readExperimentRows } from '../columns/shared/experiment-rows.ts';
import { findOwnExperiments } from './own-experiments.ts';

const count = 3000;
const page = 10;
let cluster: DevCluster;
let owner = 0;
beforeAll(async () => {
  cluster = await startDevCluster();
  const config =
    'name: first\nentrypoint: x\nresources: {slots_per_trial: 0}\nsearcher: {name: single, metric: loss}\nhyperparameters: {}';
  const { experiment } = await cluster.admin.client.call(createExperimentRoute, { config });
  owner = experiment?.userId ?? 0;
  const { db } = cluster.master;
  await sql`insert into jobs (id, kind, owner_id, submitted_at, pool, preemptible, single_agent)
    select 'copy-' || g, 'EXPERIMENT', ${owner}, now(), 'default', true, false
    from generate_series(2, ${count}::int) g`.execute(db);
  // Every third has no value yet.
  await sql`insert into experiments (job_id, state, name, best_value, owner_id, project_id, config, original_config,
      searcher_type, searcher_metric, smaller_is_better, slots_per_trial, max_restarts)
    select 'copy-' || g, 'COMPLETED', 'copy ' || g, case when g % 3 > 0 then g end, owner_id, project_id,
      case when g % 5 > 0 then config
        else jsonb_set(config, '{hyperparameters}', '{"fifth": {"type": "const", "val": 1}}') end,
      original_config,
      searcher_type, searcher_metric, smaller_is_better, slots_per_trial, max_restarts
    from experiments, generate_series(2, ${count}::int) g where id = ${experiment?.id ?? 0}`.execute(db);
  // A run each; the first had its own.
  await sql`insert into trials (experiment_id, request_id, state, hparams)
    select id, 'copy', 'COMPLETED',
      case when config -> 'hyperparameters' -> 'fifth' is null then '{}' else '{"fifth": 1}'::jsonb end
    from experiments where name <> 'first' order by id`.execute(db);
  await sql`update experiments set num_trials = 1`.execute(db);
  await sql`update trial_metrics m set searcher_metric_value = e.best_value from experiments e where e.id = m.experiment_id`.execute(
    db,
  );
  for (const table of ['jobs', 'experiments', 'experiment_counts', 'trials', 'trial_metrics'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
});
afterAll(() => cluster.stop());

/** Rows that were read of a table (whole, or through any of its indexes), and entries of one index. */
async function readSince(
  before: RowsRead,
): Promise<{ experiments: number; counts: number; by: Record<string, number> }> {
  const by = await rowsReadSince(cluster.master.db, before);
  return { experiments: ofTable(by, 'experiments'), counts: ofTable(by, 'experiment_counts'), by };
}

let before: RowsRead;
beforeEach(async () => {
  before = await rowsRead(cluster.master.db);
});

const rows = (sort: string, query: object = {}) =>
  cluster.admin.client.call(getExperimentRowsRoute, {
    params: { projectId: 1 },
    query: { sort, limit: page, ...query },
  });

test.each([
  { sort: 'searcherMetricsVal=asc', index: 'experiments/experiments_by_best_value' },
  { sort: 'searcherMetricsVal=desc', index: 'experiments/experiments_by_best_value_down' },
])('a page of thousands sorted by $sort is as many entries of an index', async ({ sort, index }) => {
  const [first, later] = [await rows(sort, { archived: true }), await rows(sort, { archived: true, offset: 1995 })];
  const valued = Array.from({ length: count - 1 }, (_, at) => at + 2).filter((g) => g % 3 > 0);
  const names = (sort.endsWith('asc') ? valued : valued.toReversed()).map((g) => `copy ${g}`);
  expect(first.rows.map(({ name }) => name)).toEqual(names.slice(0, page));
  // Those without a value come last both ways, the newest of them first.
  expect(later.rows.map(({ name }) => name).slice(0, 5)).toEqual([...names.slice(1995), `copy ${count}`].slice(0, 5));
  expect(first.total).toBe(count);
  // From the end that is nearer.
  expect((await readSince(before)).by[index]).toBe(page + (count - 1995));
});

test.each([
  { sort: 'id=desc', index: undefined },
  { sort: 'searcherMetricsVal=asc', index: 'trial_metrics/trial_metrics_by_value' },
  { sort: 'searcherMetricsVal=desc', index: 'trial_metrics/trial_metrics_by_value_down' },
])('a page of thousands of runs sorted by $sort looks at the runs of the page alone', async ({ sort, index }) => {
  const filterGroup = { kind: 'group', conjunction: 'and', children: [] };
  const filter = JSON.stringify({ filterGroup, showArchived: false });
  const found = await cluster.admin.client.call(searchRunsRoute, { projectId: 1, limit: page, sort, filter });
  expect(found.runs).toHaveLength(page);
  const values = found.runs.map(({ searcherMetricValue }) => searcherMetricValue ?? 0);
  if (index) expect(values.toSorted((a, b) => (sort.endsWith('asc') ? a - b : b - a))).toEqual(values);
  expect(found.pagination?.total).toBe(count);
  const { by } = await readSince(before);
  if (index) expect(by[index]).toBe(page);
  // To find them in their order, for what is shown of them, and the first time for what is large of it.
  for (const table of ['trial_metrics', 'trials']) expect(ofTable(by, table), table).toBeLessThanOrEqual(6 * page);
});

test('the last page of thousands is looked for from the end', async () => {
  const asked = { projectId: 1, limit: page, offset: count - page, sortBy: 'SORT_BY_ID' } as const;
  const names = Array.from({ length: page }, (_, at) => `copy ${count - page + 1 + at}`);
  const read = async () => {
    const from = await rowsRead(cluster.master.db);
    const { experiments } = await cluster.admin.client.call(getExperimentsRoute, asked);
    expect(experiments.map(({ name }) => name)).toEqual(names);
    return ofTable(await rowsReadSince(cluster.master.db, from), 'experiments');
  };
  // Now and then the master packs columns meanwhile, which reads all of them.
  await expect.poll(read).toBeLessThan(10 * page);
});

test('what is being deleted is in no total of a table or a workspace, and in that of the compatible list', async () => {
  const { client } = cluster.admin;
  const totals = async () => ({
    table: (await rows('id=desc')).total,
    home: (await client.call(getOwnExperimentRowsRoute, { query: {} })).total,
    workspace: (await client.call(getWorkspacesRoute, {})).workspaces.find(({ id }) => id === 1)?.numExperiments,
    list: (await client.call(getExperimentsRoute, { projectId: 1, limit: 1 })).pagination?.total,
  });
  const turn = (state: 'DELETING' | 'COMPLETED') =>
    cluster.master.db.updateTable('experiments').set({ state }).where('name', '=', 'copy 1500').execute();
  await turn('DELETING');
  expect(await totals()).toEqual({ table: count - 1, home: count - 1, workspace: count - 1, list: count });
  await turn('COMPLETED');
  expect(await totals()).toEqual({ table: count, home: count, workspace: count, list: count });
});

test('the range of their values is two entries', async () => {
  expect((await rows('id=desc', { columns: 'searcherMetricsVal' })).range).toEqual({ min: 2, max: 2999 });
  expect((await readSince(before)).by['experiments/experiments_by_best_value']).toBe(2);
});

test('Home and the compatible list count nothing: they add up what is kept', async () => {
  const { client } = cluster.admin;
  const list = await client.call(getExperimentsRoute, {
    projectId: 1,
    archived: false,
    userIds: [owner],
    limit: page,
  });
  expect(list.pagination?.total).toBe(count);
  const home = await client.call(getOwnExperimentRowsRoute, { query: { limit: page } });
  expect(home).toMatchObject({ total: count, active: 0 });
  // One that goes on, and a page of those that ended.
  expect(home.rows).toHaveLength(1 + page);
  const read = await readSince(before);
  expect(read.counts).toBeGreaterThan(1);
  expect(read.by['experiments/experiments_own_ended']).toBeLessThanOrEqual(page + 1);
  // Rows by their ids, ids in their order; never all of them.
  expect(read.experiments).toBeLessThan(10 * page);
});

test('what Home asks of somebody with few experiments is not planned anew each time', async () => {
  const { db } = cluster.master;
  const { id, username } = await cluster.newUser();
  await sql`update experiments set owner_id = ${id} where id between 11 and 13`.execute(db);
  const user = { id, username, displayName: '', admin: false };
  const rights = await new LimitedSight().policy(user, db);
  // In one session, which has its own plans.
  const { rows } = await inTransaction(db, async (tx) => {
    for (let call = 0; call < 40; call += 1) {
      const { found } = await findOwnExperiments({ db: tx, user, rights }, { limit: page, since: 'infinity' });
      const shown = await readExperimentRows(
        tx,
        found.map((one) => one.id),
        ['curve'],
      );
      expect(shown).toHaveLength(3);
    }
    return sql<{ name: string; anew: number; kept: number }>`
      select substring(statement from 'experiment_counts|e.id = any') as name, custom_plans as anew, generic_plans as kept
      from pg_prepared_statements where statement ~ 'experiment_counts|e.id = any' order by name`.execute(tx);
  });
  await sql`update experiments set owner_id = ${owner} where id between 11 and 13`.execute(db);
  await sql`vacuum (analyze) experiments`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual(['e.id = any', 'experiment_counts']);
  for (const { name, anew, kept } of rows) {
    expect(anew, name).toBe(5);
    // It is prepared once it was sent ten times.
    expect(kept, name).toBeGreaterThanOrEqual(40 - 9 - anew);
  }
});

test('the newest of all projects, and how many a workspace has, are read of thousands as of a few', async () => {
  const { client } = cluster.admin;
  const newest = { sortBy: 'SORT_BY_START_TIME', orderBy: 'ORDER_BY_DESC', limit: page } as const;
  // Now and then the master packs columns meanwhile, which reads all of them.
  const read = async () => {
    const from = await rowsRead(cluster.master.db);
    const { experiments } = await client.call(getExperimentsRoute, newest);
    expect(experiments).toHaveLength(page);
    const { workspaces } = await client.call(getWorkspacesRoute, {});
    expect(workspaces.map(({ numExperiments }) => numExperiments)).toEqual([count]);
    return ofTable(await rowsReadSince(cluster.master.db, from), 'experiments');
  };
  await expect.poll(read).toBeLessThan(10 * page);
});

test('the labels in use are kept, whatever adds, takes away, moves or deletes the experiments that have them', async () => {
  const { client } = cluster.admin;
  const { db } = cluster.master;
  const labels = async (projectId?: number) => {
    const { labels } = await client.call(getExperimentLabelsRoute, { projectId });
    return labels.map((label) => label.slice(0, 10));
  };
  await sql`update experiments set labels = '["everywhere"]'`.execute(db);
  const rare = 'rare '.repeat(1_000);
  const relabel = (labels: string[]) => client.call(patchExperimentRoute, { experiment: { id: 7, labels } });
  await relabel(['everywhere', rare]);
  const labelled =
    'labels: [added, everywhere]\nname: labelled\nentrypoint: x\nresources: {slots_per_trial: 0}\nsearcher: {name: single, metric: loss}';
  for (const config of [labelled, labelled]) await client.call(createExperimentRoute, { config, activate: false });
  await sql`vacuum (analyze) experiments`.execute(db);
  before = await rowsRead(db);
  expect(await labels()).toEqual(['everywhere', 'added', rare.slice(0, 10)]);
  expect(await labels(1)).toEqual(await labels());
  const { by, experiments } = await readSince(before);
  expect(experiments).toBe(0);
  expect(ofTable(by, 'label_counts')).toBeLessThan(20);

  const { workspace } = await client.call(postWorkspaceRoute, { name: 'labelled' });
  const { project } = await client.call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name: 'labelled' });
  await sql`update experiments set project_id = ${project?.id} where id = 7`.execute(db);
  expect(await labels(project?.id)).toEqual(['everywhere', rare.slice(0, 10)]);
  expect(await labels(1)).toEqual(['everywhere', 'added']);
  await sql`update experiments set project_id = 1 where id = 7`.execute(db);
  await sql`delete from experiments where name = 'labelled'`.execute(db);
  await relabel(['everywhere']);
  expect([await labels(), await labels(project?.id)]).toEqual([['everywhere'], []]);
  // As the migration has counted those that there were.
  const counted = await sql`select project_id, label, count(*)::int as total
    from experiments, jsonb_array_elements_text(labels) label group by 1, 2`.execute(db);
  const kept = await sql`select project_id, label, total::int from label_counts where total <> 0`.execute(db);
  expect(kept.rows).toEqual(counted.rows);
  await sql`vacuum (analyze) experiments`.execute(db);
});

test('what a project counts, its columns and the ranges of its metrics are read of thousands as of a few', async () => {
  const { client } = cluster.admin;
  const ask = async () => {
    const { project } = await client.call(getProjectRoute, { id: 1 });
    const { columns } = await client.call(getProjectColumnsRoute, { id: 1 });
    const ofRuns = await client.call(getProjectColumnsRoute, { id: 1, tableType: 'TABLE_TYPE_RUN' });
    const { ranges } = await client.call(getProjectNumericMetricsRangeRoute, { id: 1 });
    return { project, columns, ofRuns, ranges };
  };
  // Changes are folded in by who asks first.
  await ask();
  before = await rowsRead(cluster.master.db);
  const { project, ranges } = await ask();
  expect(project).toMatchObject({ numExperiments: count, numRuns: count, numActiveExperiments: 0 });
  expect(ranges).toEqual([{ metricsName: 'searcherMetricsVal', min: 2, max: count - 1 }]);
  const read = await readSince(before);
  expect(read.experiments).toBeGreaterThan(0);
  expect(read.experiments).toBeLessThan(page);
  const whole = ['trial_metrics', 'trials', 'experiment_names', 'metric_range_members', 'run_counts'];
  for (const [name, rows] of Object.entries(read.by))
    if (whole.some((table) => name.startsWith(`${table}/`))) expect.soft(rows, name).toBeLessThan(page);
});

test('of runs that columns leave, searches and their names are read off indexes, not off their rows', async () => {
  const { client } = cluster.admin;
  const { db } = cluster.master;
  const limits = { ...packingLimits, alsoGoingOn: true };
  await packProject(db, async (input) => packBlock(input), { projectId: 1, of: 'run' }, limits);
  const given = (columnName: string, type: string, more: object) => ({ kind: 'field', columnName, type, ...more });
  const [ofRun, ofGiven] = [{ location: 'LOCATION_TYPE_RUN' }, { location: 'LOCATION_TYPE_RUN_HYPERPARAMETERS' }];
  const children = [
    given('hp.fifth', 'COLUMN_TYPE_NUMBER', { ...ofGiven, operator: '=', value: 1 }),
    given('experimentName', 'COLUMN_TYPE_TEXT', { ...ofRun, operator: 'contains', value: 'copy 1' }),
  ];
  const filter = JSON.stringify({ filterGroup: { kind: 'group', conjunction: 'and', children }, showArchived: true });
  const ask = async () => {
    const found = await client.call(searchRunsRoute, { projectId: 1, limit: page, sort: 'id=desc', filter });
    return found.pagination?.total;
  };
  // Of 10 to 19, 100 to 199 and 1000 to 1999, each fifth.
  expect(await ask()).toBe(222);
  const read = async () => {
    // Packing has written to every row; what reads indexes alone looks at the rows of pages that were written to.
    for (const table of ['experiments', 'trial_metrics']) await sql`vacuum ${sql.table(table)}`.execute(db);
    const fetched = await rowsFetched(db);
    expect(await ask()).toBe(222);
    const rows = (await rowsFetched(db)) - fetched;
    expect(rows).toBeGreaterThan(0);
    return rows;
  };
  // Those of the page; a vacuum leaves pages that something else looks at meanwhile.
  await expect.poll(read).toBeLessThan(20 * page);
});
