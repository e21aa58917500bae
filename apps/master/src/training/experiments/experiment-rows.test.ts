import {
  activateExperimentRoute,
  archiveExperimentRoute,
  createExperimentRoute,
  getExperimentRoute,
  killExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import {
  getExperimentRowsRoute,
  getExperimentsAlikeRoute,
  getOwnExperimentRowsRoute,
} from '@determined/contract/training/ext-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import {
  getExperimentTrialsRoute,
  killTrialRoute,
  reportTrialProgressRoute,
} from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { codeOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: DevCluster;
const made: number[] = [];
beforeAll(async () => {
  cluster = await startDevCluster();
  for (const [name, best] of [
    ['b', 0.5],
    ['a', null],
    ['c', Number.NaN],
    ['d', 0.25],
  ] as const) {
    const config = `name: ${name}\nentrypoint: x\nresources: {slots_per_trial: 0}\nsearcher: {name: single, metric: loss}\nhyperparameters: {}`;
    const { experiment } = await cluster.admin.client.call(createExperimentRoute, { config });
    made.push(experiment?.id ?? 0);
    await cluster.master.db
      .updateTable('experiments')
      .set({ best_value: best })
      .where('id', '=', made.at(-1) ?? 0)
      .execute();
  }
});
afterAll(() => cluster.stop());

const rows = (query: Record<string, unknown>) =>
  cluster.admin.client.call(getExperimentRowsRoute, { params: { projectId: 1 }, query });
const names = async (query: Record<string, unknown>) => (await rows(query)).rows.map((row) => row.name).join('');

test('the newest comes first, with a range of finite values', async () => {
  const columns = 'numTrials,searcherMetricsVal,curve,user,duration,description,tags,project';
  const reply = await rows({ columns });
  expect(reply).toMatchObject({ total: 4, range: { min: 0.25, max: 0.5 } });
  expect(reply.rows.map((row) => row.id)).toEqual([...made].reverse());
  expect(reply.rows[1]?.cells.searcherMetricsVal).toBeNaN();
  expect(reply.rows[0]).toEqual({
    id: made.at(-1),
    name: 'd',
    state: 'STATE_PAUSED',
    archived: false,
    parentArchived: false,
    unmanaged: false,
    userId: expect.any(Number),
    workspaceId: 1,
    cells: {
      numTrials: 1,
      searcherMetricsVal: 0.25,
      curve: null,
      user: 'admin',
      duration: expect.any(Number),
      description: '',
      tags: [],
      project: 'Uncategorized',
    },
  });
});

test('a row has the cells that were asked for and no others, once each', async () => {
  const [bare] = (await rows({})).rows;
  expect(bare?.cells).toEqual({});
  const asked = await rows({ columns: ['name', 'progress', 'progress', 'hp.none'] });
  expect(asked.range).toBeNull();
  expect(asked.rows[0]).toEqual({ ...bare, cells: { progress: 0, 'hp.none': null } });
});

test('pages and sorts, by several columns too; what has no value comes last', async () => {
  expect(await names({ offset: 1, limit: 2 })).toBe('ca');
  expect(await names({ sort: 'name=asc' })).toBe('abcd');
  expect(await names({ sort: 'searcherMetricsVal=asc' })).toBe('dbca');
  expect(await names({ sort: 'searcherMetricsVal=desc' })).toBe('cbda');
  expect(await names({ sort: 'numTrials=desc,name=desc' })).toBe('dcba');
});

test('archived experiments are listed when asked for', async () => {
  const [id = 0] = made;
  await cluster.admin.client.call(killExperimentRoute, { id });
  await cluster.admin.client.call(archiveExperimentRoute, { id });
  expect(await names({})).toBe('dca');
  expect(await names({ archived: true })).toBe('dcab');
});

test('one sees how many experiments are one’s own, the newest of those that go on, and why they wait', async () => {
  const { client } = await cluster.newUser();
  const query = { columns: 'project' };
  expect(await client.call(getOwnExperimentRowsRoute, { query: {} })).toEqual({
    ...{ total: 0, active: 0, running: 0, completed: 0, errored: 0 },
    ...{ rows: [], reasons: [] },
  });
  const config =
    'name: mine\nentrypoint: x\nresources: {slots_per_trial: 0}\nsearcher: {name: single, metric: loss}\nhyperparameters: {}';
  for (let count = 0; count < 2; count += 1) await client.call(createExperimentRoute, { config });
  const { experiment } = await client.call(createExperimentRoute, { config });
  await client.call(activateExperimentRoute, { id: experiment?.id ?? 0 });
  const reply = await client.call(getOwnExperimentRowsRoute, { query: { ...query, limit: 2 } });
  expect(reply).toMatchObject({
    total: 3,
    ...{ active: 1, running: 0 },
    reasons: [{ experimentId: experiment?.id, reason: expect.stringMatching(/\.$/) }],
    rows: [{ id: experiment?.id, cells: { project: 'Uncategorized' } }, {}],
  });
});

test('of what a filter finds there is one row for all those alike, less those left out', async () => {
  const alike = async (body: object) =>
    (
      await cluster.admin.client.call(getExperimentsAlikeRoute, {
        params: { projectId: 1 },
        body: { archived: false, except: [], ...body },
      })
    ).alike;
  // By hand: a row for each, put together by all that rules of actions ask.
  const shown = (await rows({ archived: true })).rows;
  const byRules = Map.groupBy(shown, ({ id: _id, name: _name, cells: _cells, ...facts }) => JSON.stringify(facts));
  expect(byRules.size).toBeGreaterThan(2);
  expect(await alike({ archived: true })).toEqual(
    [...byRules.values()].map((same) => ({ ...same[0], standsFor: same.length })),
  );
  const paused = shown.filter(({ state, userId }) => state === 'STATE_PAUSED' && userId === shown.at(-1)?.userId);
  const [left] = paused;
  const filter = JSON.stringify({
    showArchived: true,
    filterGroup: {
      ...{ kind: 'group', conjunction: 'and' },
      children: [
        {
          ...{ kind: 'field', columnName: 'user', location: 'LOCATION_TYPE_EXPERIMENT', type: 'COLUMN_TYPE_TEXT' },
          ...{ operator: '=', value: cluster.admin.id },
        },
      ],
    },
  });
  expect(paused.length).toBeGreaterThan(1);
  expect(await alike({ filter, except: [left?.id] })).toEqual([
    expect.objectContaining({ id: paused[1]?.id, state: 'STATE_PAUSED', standsFor: paused.length - 1 }),
  ]);
});

test('an unknown project or column is refused', async () => {
  const unknown = cluster.admin.client.call(getExperimentRowsRoute, { params: { projectId: 99 }, query: {} });
  expect(await codeOf(unknown)).toBe('NotFound');
  expect(await codeOf(rows({ sort: 'shoe=asc' }))).toBe('InvalidArgument');
  expect(await codeOf(rows({ sort: 'shoe.x=asc' }))).toBe('InvalidArgument');
  await expect(rows({ columns: 'name,shoe' })).rejects.toThrow('columns: unknown column shoe');
  await expect(rows({ columns: 'validation.loss.first' })).rejects.toThrow('unknown column validation.loss.first');
  const many = Array.from({ length: 101 }, (_, at) => `hp.${at}`);
  await expect(rows({ columns: many })).rejects.toThrow('columns: at most 100 at once');
  await expect(rows({ columns: `hp.${'x'.repeat(1000)}` })).rejects.toThrow(
    'columns: a name has at most 1000 characters',
  );
  expect(await codeOf(rows({ sort: 'name=up' }))).toBe('InvalidArgument');
});

test('a curve has what was reported of the metric that its experiment looks at, no numbers among it too', async () => {
  const { client } = cluster.admin;
  const other =
    'name: other\nentrypoint: x\nresources: {slots_per_trial: 0}\nsearcher: {name: single, metric: error}\nhyperparameters: {}';
  const { experiment } = await client.call(createExperimentRoute, { config: other });
  const ids = [made[1] ?? 0, experiment?.id ?? 0];
  for (const experimentId of ids) {
    const { trials } = await client.call(getExperimentTrialsRoute, { experimentId });
    for (const [at, loss] of [0.5, Number.NaN, 0.25].entries()) {
      const avgMetrics = { loss, error: loss * 2 };
      const metrics = { trialId: trials[0]?.id ?? 0, stepsCompleted: at + 1, metrics: { avgMetrics } };
      await client.call(reportTrialMetricsRoute, { metrics, group: 'validation' });
    }
  }
  const reported = new Map((await rows({ columns: 'curve' })).rows.map(({ id, cells }) => [id, cells.curve]));
  expect(ids.map((id) => reported.get(id))).toEqual([
    [0.5, Number.NaN, 0.25],
    [1, Number.NaN, 0.5],
  ]);
});

test.each([
  ['random', 'max_trials: 4, ', '{}'],
  ['grid', '', '{rate: {type: double, minval: 0, maxval: 1, count: 2}, kind: {type: categorical, vals: [a, b]}}'],
])(
  'progress of a %s search does not fall when its next trial begins; the wire tells it as it always did',
  async (name, more, space) => {
    const { client } = cluster.admin;
    const config = `{name: searched, entrypoint: x, searcher: {name: ${name}, metric: loss, ${more}max_concurrent_trials: 1}, resources: {slots_per_trial: 0}, hyperparameters: ${space}}`;
    const { experiment } = await client.call(createExperimentRoute, { config, activate: true });
    const experimentId = experiment?.id ?? 0;
    const trials = async () =>
      (await client.call(getExperimentTrialsRoute, { experimentId })).trials.map(({ id }) => id);
    const [trialId = 0] = await trials();
    const told = async () => {
      const row = (await rows({ columns: 'progress' })).rows.find(({ id }) => id === experimentId);
      const own = (await client.call(getOwnExperimentRowsRoute, { query: { columns: 'progress' } })).rows;
      const { experiment: wire } = await client.call(getExperimentRoute, { experimentId });
      const alone = await rows({ columns: 'progress', ids: String(experimentId) });
      expect(alone).toMatchObject({ total: 1, rows: [{ id: experimentId, cells: row?.cells }] });
      return [row?.cells.progress, own.find(({ id }) => id === experimentId)?.cells.progress, wire?.progress];
    };
    await client.call(reportTrialProgressRoute, { trialId, progress: 0.8 });
    expect(await told()).toEqual([0.2, 0.2, 0.8]);
    await client.call(killTrialRoute, { id: trialId });
    await eventually('the next one begins', async () => (await trials()).length === 2);
    // Until that reports, the wire tells what it told before.
    expect(await told()).toEqual([0.25, 0.25, 0.8]);
    await client.call(reportTrialProgressRoute, { trialId: Math.max(...(await trials())), progress: 0.5 });
    expect(await told()).toEqual([0.375, 0.375, 0.75]);
  },
);

test('a filter says which rows there are, and counts them; one that means nothing is refused', async () => {
  const field = (columnName: string, operator: string, value: unknown) => ({
    kind: 'field',
    columnName,
    location: 'LOCATION_TYPE_EXPERIMENT',
    type: 'COLUMN_TYPE_TEXT',
    operator,
    value,
  });
  const filter = (...children: object[]) =>
    JSON.stringify({ filterGroup: { kind: 'group', conjunction: 'or', children }, showArchived: false });
  const found = await rows({ filter: filter(field('name', '=', 'a'), field('name', '=', 'd')), limit: 1 });
  expect(found.total).toBe(2);
  expect(found.rows.map((row) => row.name)).toEqual(['d']);
  expect(await names({ filter: filter(field('name', '=', 'a')), ids: String(made[0]) })).toBe('');
  expect(await names({ ids: `${made[0]},${made[2]},4711`, archived: true })).toBe('cb');
  expect(await codeOf(rows({ filter: filter(field('shoe', '=', 'a')) }))).toBe('InvalidArgument');
  expect(await codeOf(rows({ filter: '{' }))).toBe('InvalidArgument');
});
