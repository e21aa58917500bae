import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { compareRoute, getRunCurvesRoute } from '@determined/contract/training/compare-ext-routes.ts';
import { mergeTrials, unpackCurve } from '@determined/contract/training/curves.ts';
import { archiveExperimentRoute, createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { archiveRunsRoute } from '@determined/contract/training/runs-routes.ts';
import { createTrialRoute, patchTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { makeManyRuns } from '@determined/dev-cluster/many-runs.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rightsChanged } from '../../identity/shared/rights-events.ts';
import { LimitedSight } from '../../testing/limited-sight.ts';
import { packProject } from '../column-store/pack-project.ts';
import packBlock from '../column-store/shared/pack-block.ts';

let cluster: DevCluster;
let projectId: number;
let workspaceId: number;
const sight = new LimitedSight();
/** Ten runs, each of an experiment of its own. */
const runs: { experimentId: number; runId: number }[] = [];

beforeAll(async () => {
  cluster = await startDevCluster({ policy: sight.policy });
  const { client } = cluster.admin;
  const { workspace } = await client.call(postWorkspaceRoute, { name: 'Compared' });
  workspaceId = workspace?.id ?? 0;
  const { project } = await client.call(postProjectRoute, { workspaceId, name: 'Compared' });
  projectId = project?.id ?? 0;
  for (let i = 0; i < 10; i++) {
    const config = {
      name: `e${i}`,
      entrypoint: 'train.py',
      searcher: { name: 'single', metric: 'val_loss', max_length: { batches: 100 } },
      hyperparameters: { lr: 10 ** -i, optimizer: i % 2 === 0 ? 'sgd' : 'adam' },
      environment: { environment_variables: [`MODE=${i === 9 ? 'odd' : 'even'}`] },
      max_restarts: i < 5 ? 1 : 2,
      reproducibility: { experiment_seed: 7 },
      data: { secrets: { token: `secret-${i}` } },
    };
    const file = (path: string, content: string) => ({
      path,
      type: 48,
      content: Buffer.from(content).toString('base64'),
    });
    const { experiment } = await client.call(createExperimentRoute, {
      config: JSON.stringify(config),
      projectId,
      unmanaged: true,
      modelDefinition: [file('train.py', i === 3 ? 'other' : 'same'), file('README.md', 'read')] as never,
    });
    const experimentId = experiment?.id ?? 0;
    const hparams = config.hyperparameters as never;
    const { trial } = await client.call(createTrialRoute, { experimentId, hparams, unmanaged: true });
    const runId = trial?.id ?? 0;
    runs.push({ experimentId, runId });
    for (const step of [1, 2, 3]) await report(runId, step, { val_loss: i + 1 / step, epoch: step / 2 });
  }
});
afterAll(() => cluster?.stop());

const report = (trialId: number, steps: number, avgMetrics: Record<string, unknown>, group = 'validation') =>
  cluster.admin.client.call(reportTrialMetricsRoute, {
    metrics: { trialId, trialRunId: 0, stepsCompleted: steps, metrics: { avgMetrics } } as never,
    group,
  });

const ask = (query: object, user = cluster.admin) =>
  user.client.call(compareRoute, {
    query: { of: 'run', ids: runs.map(({ runId }) => runId).join(), ...query } as never,
  });
const nOf = ({ paths }: Awaited<ReturnType<typeof ask>>, wanted: string) =>
  paths.find(({ path }) => path === wanted)?.moves?.n;
const asked = (at: number[], key: 'runId' | 'experimentId' = 'runId') => at.map((i) => runs[i]?.[key]).join();

test('records stand in the order they are asked for, with how they came out', async () => {
  const { records, metric, metrics } = await ask({ ids: `${asked([4, 1])},99999` });
  expect(metric).toEqual({ group: 'validation', name: 'val_loss', smallerIsBetter: true });
  expect(records.map(({ id, name, best, batches }) => ({ id, name, best, batches }))).toEqual([
    { id: runs[4]?.runId, name: 'e4', best: 4 + 1 / 3, batches: 3 },
    { id: runs[1]?.runId, name: 'e1', best: 1 + 1 / 3, batches: 3 },
  ]);
  expect(metrics).toContainEqual({ group: 'validation', name: 'val_loss', records: 2 });
  const experiments = await ask({ of: 'experiment', ids: asked([4, 1], 'experimentId') });
  expect(experiments.records.map(({ id, runId, best }) => [id, runId, best])).toEqual([
    [runs[4]?.experimentId, runs[4]?.runId, 4 + 1 / 3],
    [runs[1]?.experimentId, runs[1]?.runId, 1 + 1 / 3],
  ]);
});

test('each path with more than one value, and how it moves with the metric over all runs of the view', async () => {
  const { paths, totals, view } = await ask({ ids: asked([2, 3]) });
  const shown = paths.map(({ part, path, values, moves }) => ({ part, path, values, moves }));
  expect(shown.filter(({ part }) => part !== 'code')).toEqual([
    { part: 'hyperparameter', path: 'lr', values: [0.01, 0.001], moves: { by: 'spearman', value: -1, n: 10 } },
    {
      part: 'hyperparameter',
      path: 'optimizer',
      values: ['sgd', 'adam'],
      // Ranks 1 3 5 7 9 and 2 4 6 8 10: within 40 + 40 of 82.5.
      moves: { by: 'eta2', value: Math.max(0, 1 - (80 / 82.5) * (9 / 8)), n: 10 },
    },
  ]);
  const [code] = shown.filter(({ part }) => part === 'code');
  expect([code?.path, new Set(code?.values).size, code?.moves]).toEqual(['train.py', 2, null]);
  expect(totals).toMatchObject({ hyperparameter: 2, code: 2 });
  expect(view).toEqual({ runs: 10 });
  const settings = await ask({ ids: asked([4, 5, 9]) });
  expect(settings.paths.find(({ path }) => path === 'max_restarts')?.moves?.value).toBeCloseTo(
    Math.sqrt(62.5 / 82.5),
    12,
  );
  expect(settings.paths.some(({ part, path }) => part === 'environment' && path.includes('variables'))).toBe(true);
  // Equal ones come when they are asked for, and no secret does ever.
  const all = await ask({ ids: asked([0, 1]), equal: 'true' });
  expect(all.paths).toContainEqual(
    expect.objectContaining({ path: 'reproducibility.experiment_seed', values: [7, 7], differs: false, moves: null }),
  );
  expect(JSON.stringify(all)).not.toContain('secret-');
});

test('the view is what the filter finds; under eight runs nothing is said', async () => {
  const filter = (max: number) =>
    JSON.stringify({
      filterGroup: {
        kind: 'group',
        conjunction: 'and',
        children: [
          {
            kind: 'field',
            columnName: 'validation.val_loss.min',
            location: 'LOCATION_TYPE_VALIDATIONS',
            operator: '<',
            type: 'COLUMN_TYPE_NUMBER',
            value: max,
          },
        ],
      },
      showArchived: true,
    });
  const eight = await ask({ ids: asked([0, 1]), filter: filter(8), projectId });
  expect(eight.view).toEqual({ runs: 8 });
  expect(eight.paths.find(({ path }) => path === 'lr')?.moves?.n).toBe(8);
  expect(nOf(await ask({ ids: asked([4, 5]), filter: filter(8), projectId }), 'max_restarts')).toBe(8);
  const seven = await ask({ ids: asked([0, 1]), filter: filter(7), projectId });
  expect(seven.view.runs).toBe(7);
  expect(seven.paths.map(({ moves }) => moves)).not.toContainEqual(expect.anything());
  const experiments = await ask({ of: 'experiment', ids: asked([0, 1], 'experimentId'), filter: filter(8), projectId });
  expect(experiments.view).toEqual({ runs: 8 });
});

test('whoever may not see the runs, or their artifacts, gets neither them nor what they say of settings', async () => {
  const stranger = await cluster.newUser();
  const spaces = await cluster.master.db.selectFrom('workspaces').select('id').execute();
  const others = spaces.map(({ id }) => id).filter((id) => id !== workspaceId);
  const see = async (limits: Parameters<LimitedSight['limit']>[1]) => {
    sight.limit(stranger.id, limits);
    cluster.master.bus.emit(rightsChanged, { userId: stranger.id });
    await cluster.heard();
    const curves = { runs: asked([0, 1]), metric: 'val_loss' };
    const [compared, drawn] = await Promise.all([
      ask({ projectId }, stranger),
      stranger.client.call(getRunCurvesRoute, { query: curves } as never),
    ]);
    return { ...compared, curves: drawn.trials.length };
  };
  expect(await see({ workspaces: others, lacks: [] })).toMatchObject({
    records: [],
    paths: [],
    metric: null,
    view: { runs: 0 },
    curves: 0,
  });
  const unread = await see({ workspaces: spaces.map(({ id }) => id), lacks: ['VIEW_EXPERIMENT_ARTIFACTS'] });
  expect([unread.records, unread.paths, unread.curves]).toEqual([[], [], 0]);
  const seen = await see({ workspaces: spaces.map(({ id }) => id), lacks: [] });
  expect([seen.records.length, seen.view.runs, seen.curves]).toEqual([10, 10, 2]);
});

test('no more than fifty at once', async () => {
  await expect(ask({ ids: Array.from({ length: 51 }, (_, i) => i + 1).join() })).rejects.toThrow(/ids/);
});

test('curves of runs of any experiments, by batches, time and epochs; later only what is new', async () => {
  const curves = async (query: object = {}) => {
    const answer = await cluster.admin.client.call(getRunCurvesRoute, {
      query: { runs: asked([6, 2]), metric: 'val_loss', ...query } as never,
    });
    return {
      ...answer,
      read: answer.trials.map(({ trialId, whole, ...one }) => ({ trialId, whole, ...unpackCurve(one) })),
    };
  };
  const first = await curves();
  expect(first.read.map(({ trialId, x, last }) => [trialId, x, last.map((value) => Math.round(value ?? 0))])).toEqual([
    [runs[6]?.runId, [1, 2, 3], [7, 7, 6]],
    [runs[2]?.runId, [1, 2, 3], [3, 3, 2]],
  ]);
  expect((await curves({ startBatches: 2, endBatches: 2 })).read.map(({ x }) => x)).toEqual([[2], [2]]);
  await expect(curves({ endBatches: 2 ** 31 })).rejects.toThrow(/endBatches/);
  expect((await curves({ axis: 'epochs' })).read[0]?.x).toEqual([0.5, 1, 1.5]);
  const seconds = (await curves({ axis: 'time' })).read[0]?.x ?? [];
  expect(seconds).toHaveLength(3);
  expect(seconds.every((x) => x >= 0 && x < 600)).toBe(true);
  await report(runs[2]?.runId ?? 0, 4, { val_loss: 0.5, epoch: 2 });
  const second = await curves({ cursor: first.cursor });
  expect(second.read.map(({ whole, x }) => [whole, x])).toEqual([
    [false, []],
    [false, [4]],
  ]);
  const merged = mergeTrials(mergeTrials(undefined, first.trials), second.trials);
  expect(merged.map(({ x }) => x)).toEqual([
    [1, 2, 3],
    [1, 2, 3, 4],
  ]);
  // Under its other name, which goes first.
  await report(runs[2]?.runId ?? 0, 5, { val_loss: 0.4, epochs: 3 });
  expect((await curves({ axis: 'epochs' })).read.map(({ x }) => x)).toEqual([[0.5, 1, 1.5], [3]]);
});

test('archived ones count where the table shows them and nowhere else, with a filter or without', async () => {
  const { client } = cluster.admin;
  const [alone, whole] = [runs[8], runs[9]];
  for (const one of [alone, whole])
    await client.call(patchTrialRoute, { trialId: one?.runId ?? 0, state: 'STATE_COMPLETED' });
  await client.call(archiveRunsRoute, { projectId, runIds: [alone?.runId ?? 0] });
  await client.call(archiveExperimentRoute, { id: whole?.experimentId ?? 0 });
  const field = { kind: 'field', columnName: 'id', operator: '>', type: 'COLUMN_TYPE_NUMBER', value: 0 };
  // What the filter itself says of archived ones, as those of the command line do, is not asked.
  const filters = [undefined, {}, { showArchived: true }, { showArchived: false }].map(
    (said) => said && JSON.stringify({ filterGroup: field, ...said }),
  );
  const counts = (query: object) =>
    Promise.all(filters.map(async (filter) => (await ask({ projectId, filter, ...query })).view.runs));
  const experiments = { of: 'experiment', ids: asked([0, 1], 'experimentId') };
  expect(await counts({ archived: 'true' })).toEqual([10, 10, 10, 10]);
  expect(await counts({ archived: 'false' })).toEqual([8, 8, 8, 8]);
  expect(await counts({})).toEqual([8, 8, 8, 8]);
  expect(await counts({ ...experiments, archived: 'true' })).toEqual([10, 10, 10, 10]);
  expect(await counts({ ...experiments, archived: 'false' })).toEqual([9, 9, 9, 9]);
  const settings = { ids: asked([0, 5]), projectId };
  expect(nOf(await ask({ ...settings, archived: 'true' }), 'max_restarts')).toBe(10);
  expect(nOf(await ask(settings), 'max_restarts')).toBe(8);
  // Nor do they where the view is the records' project.
  expect((await ask({ ids: asked([0, 8]) })).view).toEqual({ runs: 8 });
});

test('settings and the environment are looked at in all runs of a large view, changed since they were packed or packed', async () => {
  const { client } = cluster.admin;
  const { db } = cluster.master;
  const made = await client.call(postProjectRoute, { workspaceId, name: 'Many' });
  const many = made.project?.id ?? 0;
  const count = 5_200;
  await makeManyRuns({ client, db }, { projectId: many, count, metrics: 2, hyperparameters: 1 });
  const chosen = await sql<{ id: number }>`select trial_id as id from trial_metrics where project_id = ${many}
    order by searcher_metric_value`.execute(db);
  const ids = [chosen.rows.at(0)?.id, chosen.rows.at(count - 2)?.id].join();
  const newest = Math.max(...chosen.rows.map(({ id }) => id));
  const change = (sign: number, runs: number) =>
    sql`update experiments e set config = config || jsonb_build_object(
        'data', jsonb_build_object('size', ${sign} * m.searcher_metric_value),
        'environment', config -> 'environment' || jsonb_build_object('kind', m.searcher_metric_value < 0.5))
      from trial_metrics m where m.trial_id = e.best_trial_id and e.project_id = ${many}
        and m.trial_id > ${newest - runs}`.execute(db);
  const moves = async (query: object = {}) => {
    const { view, paths } = await ask({ ids, projectId: many, metric: 'm1', ...query });
    const of = (part: string, path: string) => paths.find((one) => one.part === part && one.path === path)?.moves;
    return [view.runs, of('setting', 'data.size'), of('environment', 'kind')];
  };
  const runs = count - 1;
  const expected = [
    expect.any(Number),
    { by: 'spearman', value: expect.closeTo(-1, 12), n: runs },
    // Half of the ranks lie to either side: a quarter of the spread is within.
    { by: 'eta2', value: expect.closeTo(0.75, 2), n: runs },
  ];
  await change(-1, count);
  expect(await moves()).toEqual(expected);
  const packed = await packProject(db, async (input) => packBlock(input), { projectId: many, of: 'experiment' });
  // The last few stay loose.
  expect(packed).toBeGreaterThan(5_000);
  expect(await moves()).toEqual(expected);
  // What changes afterwards is seen at once; the newest are not all packed.
  await change(1, 200);
  const field = { kind: 'field', columnName: 'id', location: 'LOCATION_TYPE_RUN', type: 'COLUMN_TYPE_NUMBER' };
  const last = { ...field, operator: '>', value: newest - 200 };
  expect(await moves({ filter: JSON.stringify({ filterGroup: last }) })).toMatchObject([
    200,
    { value: 1, n: 200 },
    { n: 200 },
  ]);
});

test('however many paths differ, each says how it goes with the metric', async () => {
  const { db } = cluster.master;
  const numbers = (
    id: string,
  ) => sql`(select jsonb_object_agg('n' || n, case when n % 3 = 0 then -1 else 1 end * ${sql.ref(id)})
    from generate_series(0, 69) n)`;
  await sql`update experiments e set config = jsonb_set(config, '{data}', ${numbers('e.id')})
    where project_id = ${projectId}`.execute(db);
  await sql`update trials t set hparams = hparams || ${numbers('t.id')} from experiments e
    where e.id = t.experiment_id and e.project_id = ${projectId}`.execute(db);
  const { paths } = await ask({ ids: asked([0, 1]), archived: 'true' });
  const of = (wanted: string) => paths.find(({ path }) => path === wanted)?.moves;
  // Smaller from run to run.
  const { value = 0 } = of('lr') ?? {};
  expect(Math.abs(value)).toBeGreaterThan(0.1);
  for (let n = 0; n < 70; n += 1) {
    const same = { by: 'spearman', value: expect.closeTo(n % 3 === 0 ? value : -value, 12), n: 10 };
    expect([of(`n${n}`), of(`data.n${n}`)], `n${n}`).toEqual([same, same]);
  }
});
