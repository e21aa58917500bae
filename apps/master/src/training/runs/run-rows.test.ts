import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getRunRowsRoute, getRunsAlikeRoute } from '@determined/contract/training/ext-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { runColumns } from '@determined/contract/training/run-columns.ts';
import { archiveRunsRoute, postRunMetadataRoute } from '@determined/contract/training/runs-routes.ts';
import { createTrialRoute, patchTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { codeOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: DevCluster;
const client = () => cluster.admin.client;
let project = 0;
let experimentId = 0;
let runs: number[] = [];
let single = 0;

beforeAll(async () => {
  cluster = await startDevCluster();
  const { workspace } = await client().call(postWorkspaceRoute, { name: 'space' });
  project =
    (await client().call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name: 'runs', key: 'RUN' })).project
      ?.id ?? 0;
  const create = async (config: string) =>
    (await client().call(createExperimentRoute, { config, projectId: project, unmanaged: true })).experiment?.id ?? 0;
  experimentId = await create(`name: many
labels: [red]
searcher: {name: random, metric: loss, max_trials: 3}
hyperparameters: {lr: {type: double, minval: 0, maxval: 1}}`);
  for (const [lr, loss] of [
    [0.25, 0.5],
    [0.5, Number.NaN],
    [0.5, 0.25],
  ] as const) {
    const { trial } = await client().call(createTrialRoute, { experimentId, hparams: { lr }, unmanaged: true });
    const trialId = trial?.id ?? 0;
    runs.push(trialId);
    const metrics = { trialId, stepsCompleted: 1, metrics: { avgMetrics: { loss } } };
    await client().call(reportTrialMetricsRoute, { group: 'validation', metrics });
    await client().call(patchTrialRoute, { trialId, state: 'STATE_COMPLETED' });
  }
  runs = runs.toSorted((a, b) => a - b);
  const alone = await create('name: one\nsearcher: {name: single, metric: loss}\nhyperparameters: {}');
  single = (await client().call(createTrialRoute, { experimentId: alone, unmanaged: true })).trial?.id ?? 0;
  await client().call(postRunMetadataRoute, { runId: single, metadata: { team: { size: 3 } } });
});
afterAll(() => cluster.stop());

const rows = (query: Record<string, unknown> = {}) =>
  client().call(getRunRowsRoute, { params: { projectId: project }, query });
const ids = async (query: Record<string, unknown>) => (await rows(query)).rows.map(({ id }) => id);

test('runs come newest first, with what actions ask of each and the cells that were asked for', async () => {
  const reply = await rows({ columns: 'experimentName,searcherMetricsVal,tags,curve,localId,metadata.team.size' });
  expect(reply).toMatchObject({ total: 4, range: { min: 0.25, max: 0.5 } });
  expect(reply.rows.map(({ id }) => id)).toEqual([single, ...runs.toReversed()]);
  expect(reply.rows[0]).toEqual({
    id: single,
    name: 'one',
    state: 'STATE_PAUSED',
    archived: false,
    multiTrial: false,
    userId: cluster.admin.id,
    workspaceId: expect.any(Number),
    experiment: {
      id: expect.any(Number),
      state: expect.stringMatching('STATE_'),
      archived: false,
      parentArchived: false,
      unmanaged: true,
    },
    cells: {
      experimentName: 'one',
      searcherMetricsVal: null,
      tags: [],
      curve: null,
      localId: expect.stringMatching(/^RUN-\d+$/),
      'metadata.team.size': 3,
    },
  });
  expect(reply.rows[1]).toMatchObject({
    multiTrial: true,
    experiment: { id: experimentId },
    cells: { searcherMetricsVal: 0.25, curve: [0.25], tags: ['red'], 'metadata.team.size': null },
  });
  expect(reply.rows[2]?.cells.searcherMetricsVal).toBeNaN();
});

test.each(Object.entries(runColumns))(
  'the column %s is answered, and orders where it may',
  async (id, { sortable }) => {
    for (const row of (await rows({ columns: [id] })).rows) {
      if (id !== 'id' && id !== 'state') expect(row.cells).toHaveProperty([id]);
    }
    for (const direction of ['asc', 'desc']) {
      const ordered = ids({ sort: `${id}=${direction}` });
      if (sortable)
        expect((await ordered).toSorted((a, b) => a - b)).toEqual([...runs, single].toSorted((a, b) => a - b));
      else expect(await codeOf(ordered)).toBe('InvalidArgument');
    }
  },
);

test('metrics and hyperparameters are columns, too; what is equal is ordered newest first', async () => {
  const { rows: found } = await rows({ columns: ['hp.lr', 'validation.loss.last'], sort: 'hp.lr=desc' });
  expect(found.map(({ id }) => id).slice(0, 3)).toEqual([runs[2], runs[1], runs[0]]);
  expect(found[0]?.cells).toEqual({ 'hp.lr': 0.5, 'validation.loss.last': 0.25 });
});

test('a filter, ids and pages say which; archived runs only when asked for', async () => {
  const field = { kind: 'field', columnName: 'experimentId', location: 'LOCATION_TYPE_RUN', operator: '=' };
  const filter = JSON.stringify({ filterGroup: { ...field, value: experimentId } });
  expect(await ids({ filter })).toEqual(runs.toReversed());
  expect(await ids({ filter, ids: `${runs[0]},${single}` })).toEqual([runs[0]]);
  expect(await ids({ offset: 1, limit: 2 })).toEqual([runs[2], runs[1]]);
  await client().call(archiveRunsRoute, { projectId: project, runIds: [runs[0] ?? 0] });
  expect(await ids({ filter })).toEqual([runs[2], runs[1]]);
  expect((await rows({ filter, archived: true })).total).toBe(3);
});

test('an unknown project, column or order is refused', async () => {
  const unknown = client().call(getRunRowsRoute, { params: { projectId: 99 }, query: {} });
  expect(await codeOf(unknown)).toBe('NotFound');
  await expect(rows({ columns: 'numTrials' })).rejects.toThrow('columns: unknown column numTrials');
  expect(await codeOf(rows({ sort: 'shoe=asc' }))).toBe('InvalidArgument');
  expect(await codeOf(rows({ limit: 1001 }))).toBe('InvalidArgument');
});

const filterOf = (field: object) =>
  JSON.stringify({
    showArchived: true,
    filterGroup: { kind: 'group', conjunction: 'and', children: [{ kind: 'field', ...field }] },
  });

test('of the runs that a filter finds there is one row for all those alike, less those left out', async () => {
  const alike = async (except: number[], filter?: string) =>
    (
      await client().call(getRunsAlikeRoute, {
        params: { projectId: project },
        body: { archived: true, except, filter },
      })
    ).alike;
  const shown = (await rows({ archived: true })).rows;
  const byRules = Map.groupBy(shown, ({ id: _id, name: _name, cells: _cells, experiment, ...facts }) =>
    JSON.stringify({ ...facts, experiment: { ...experiment, id: 0 } }),
  );
  expect(await alike([])).toEqual([...byRules.values()].map((same) => ({ ...same[0], standsFor: same.length })));
  const [left = 0] = runs;
  const standFor = async (except: number[], filter?: string) =>
    (await alike(except, filter)).reduce((count, { standsFor }) => count + standsFor, 0);
  expect([await standFor([]), await standFor([left])]).toEqual([shown.length, shown.length - 1]);
  // What the tables themselves know, and what their packed columns do.
  const sought = { columnName: 'searcherType', location: 'LOCATION_TYPE_EXPERIMENT', type: 'COLUMN_TYPE_TEXT' };
  const many = filterOf({ ...sought, operator: '=', value: 'random' });
  expect([await standFor([], many), await standFor([left], many)]).toEqual([3, 2]);
  const lr = { columnName: 'hp.lr', location: 'LOCATION_TYPE_RUN_HYPERPARAMETERS', type: 'COLUMN_TYPE_NUMBER' };
  const quarter = filterOf({ ...lr, operator: '<', value: 0.3 });
  expect([await standFor([], quarter), await standFor([left], quarter)]).toEqual([1, 0]);
});
