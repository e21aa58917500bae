import { getProjectColumnsRoute } from '@determined/contract/organisation/projects-routes.ts';
import { GetExperimentsRequestSortBy } from '@determined/contract/training/experiments-generated.ts';
import {
  activateExperimentRoute,
  archiveExperimentRoute,
  cancelExperimentRoute,
  createExperimentRoute,
  getExperimentRoute,
  getExperimentsRoute,
  getModelDefFileRoute,
  getModelDefRoute,
  getModelDefTreeRoute,
  killExperimentRoute,
  moveExperimentRoute,
  moveExperimentsRoute,
  pauseExperimentRoute,
  pauseExperimentsRoute,
  putExperimentRetainLogsRoute,
  putExperimentsRetainLogsRoute,
  unarchiveExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import {
  createTrialRoute,
  getTrialRemainingLogRetentionDaysRoute,
  putTrialRetainLogsRoute,
} from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { refusalOf } from '@determined/dev-cluster/refusal.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let cluster: DevCluster;
let user: DevUser;
beforeAll(async () => {
  cluster = await startDevCluster();
  user = await cluster.newUser();
});
afterAll(() => cluster.stop());

const code = [
  { path: 'train.py', type: 48, content: btoa('print("hello")\n'), mtime: 1_700_000_000, mode: 0o644 },
  { path: 'lib', type: 53, content: '', mtime: 1_700_000_000, mode: 0o755 },
  { path: 'lib/util.py', type: 48, content: btoa('X = 1\n'), mtime: 1_700_000_000, mode: 0o644 },
];

const configOf = (name: string, more = '') => `
name: ${name}
entrypoint: python3 train.py
resources: {slots_per_trial: 0}
searcher: {name: single, metric: loss}
hyperparameters: {lr: 0.1}
${more}`;

async function create(name: string, options: { more?: string; activate?: boolean; by?: DevUser } = {}) {
  const { experiment } = await (options.by ?? cluster.admin).client.call(createExperimentRoute, {
    config: configOf(name, options.more),
    modelDefinition: code,
    activate: options.activate ?? false,
  });
  return experiment?.id ?? 0;
}

const newProject = async (name: string, archived = false) => {
  const { id } = await cluster.master.db
    .insertInto('projects')
    .values({ workspace_id: 1, name, key: name.slice(0, 5).toUpperCase(), user_id: 1, archived })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const refusal = (code: string, message: string | RegExp) => ({
  code,
  message: typeof message === 'string' ? message : expect.stringMatching(message),
});

describe('creating', () => {
  test('[API-058, EXP-037] answers the experiment and its whole configuration', async () => {
    const reply = await cluster.admin.client.call(createExperimentRoute, {
      config: configOf('made', 'description: a sample\nlabels: [red]'),
      modelDefinition: code,
      activate: true,
    });
    expect(reply.experiment).toMatchObject({
      name: 'made',
      description: 'a sample',
      labels: ['red'],
      state: 'STATE_QUEUED',
      numTrials: 1,
      trialIds: [expect.any(Number)],
      searcherType: '"single"',
      searcherMetric: '',
      projectId: 1,
      projectName: 'Uncategorized',
      projectOwnerId: 1,
      workspaceId: 1,
      workspaceName: 'Uncategorized',
      userId: 1,
      progress: 0,
      modelDefinitionSize: expect.any(Number),
    });
    expect(reply.config).toMatchObject({ hyperparameters: { lr: { type: 'const', val: 0.1 } }, max_restarts: 5 });
    // The configuration as it was asked for, the experiment as it will run.
    expect(reply.config).toMatchObject({ resources: { resource_pool: '' } });
    expect(reply.experiment).toMatchObject({
      resourcePool: 'default',
      config: { resources: { resource_pool: 'default' } },
    });
    expect(reply.warnings).toEqual([]);
  });

  test('[API-059] answers the experiment, and a warning where it asks for more slots than there are now', async () => {
    const patient = await startDevCluster({ env: { DET_LAUNCH_ERROR: 'false' } });
    const make = (slots: number) =>
      patient.admin.client.call(createExperimentRoute, {
        config: configOf('warned').replace('slots_per_trial: 0', `slots_per_trial: ${slots}`),
        modelDefinition: code,
      });
    const [warned, plain] = [await make(64), await make(0)];
    expect(warned).toMatchObject({
      experiment: { id: expect.any(Number), name: 'warned' },
      warnings: ['LAUNCH_WARNING_CURRENT_SLOTS_EXCEEDED'],
    });
    expect(plain).toMatchObject({ experiment: { name: 'warned' }, warnings: [] });
    await patient.stop();
  });

  test('validation alone stores nothing', async () => {
    const before = await cluster.admin.client.call(getExperimentsRoute, { limit: -2 });
    const reply = await cluster.admin.client.call(createExperimentRoute, {
      config: configOf('tried'),
      validateOnly: true,
    });
    expect(reply.experiment?.id).toBe(0);
    const after = await cluster.admin.client.call(getExperimentsRoute, { limit: -2 });
    expect(after.pagination?.total).toBe(before.pagination?.total);
  });

  test.each([
    ['bad YAML', 'a: [\n', /not valid yaml/],
    ['an unknown field', configOf('x', 'surprise: 1'), /additionalProperties "surprise" not allowed/],
    ['no entrypoint', 'searcher: {name: single, metric: loss}\nresources: {slots_per_trial: 0}', /require entrypoint/],
    [
      'an unknown pool',
      configOf('x').replace('slots_per_trial: 0', 'resource_pool: nope'),
      /^invalid resource configuration: .* resource pool nope does not exist or is not available to workspace id 1$/,
    ],
    [
      'too many slots',
      configOf('x').replace('slots_per_trial: 0', 'slots_per_trial: 4'),
      /^invalid resource configuration: slots requested exceeds cluster capacity: 4 a trial, 0 in resource pool default$/,
    ],
    ['a project without its workspace', configOf('x', 'project: p'), /workspace and project must both be included/],
  ])('%s is refused', async (_what, config, message) => {
    const error = await refusalOf(cluster.admin.client.call(createExperimentRoute, { config }));
    expect(error).toMatchObject(refusal('InvalidArgument', message));
  });

  test('a project that is not there is named', async () => {
    const config = configOf('x', 'project: p\nworkspace: w');
    for (const unmanaged of [false, true]) {
      const error = await refusalOf(cluster.admin.client.call(createExperimentRoute, { config, unmanaged }));
      expect(error).toMatchObject(refusal('NotFound', /^workspace\/project 'w\/p' not found$/));
    }
  });

  test.each([
    ['a path that leaves', { path: '../evil.py', type: 48 }],
    ['an absolute path', { path: '/etc/evil', type: 48 }],
    ['a link that leaves', { path: 'lib/link', type: 50, content: btoa('../../etc/passwd') }],
    ['an absolute link', { path: 'link', type: 50, content: btoa('/etc/passwd') }],
    ['NUL in a path', { path: 'a\0b', type: 48 }],
    ['a device', { path: 'dev', type: 51 }],
  ])('code with %s is refused', async (_what, file) => {
    const config = configOf('archive');
    const error = await refusalOf(
      cluster.admin.client.call(createExperimentRoute, { config, modelDefinition: [file] }),
    );
    expect(error).toMatchObject(refusal('InvalidArgument', /model definition/));
  });

  test('an archived project takes none', async () => {
    const { id } = await cluster.master.db
      .insertInto('projects')
      .values({ workspace_id: 1, name: 'put away', key: 'AWAY', user_id: 1, archived: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    const error = await refusalOf(
      cluster.admin.client.call(createExperimentRoute, { config: configOf('x'), projectId: id }),
    );
    expect(error.message).toBe('project is archived and cannot add new experiments');
  });
});

describe('the code of an experiment', () => {
  test('[API-085, API-086, API-087] can be had whole, as a tree and by file', async () => {
    const experimentId = await create('code');
    const { b64Tgz } = await user.client.call(getModelDefRoute, { experimentId });
    expect(atob(b64Tgz).slice(0, 2)).toBe('\x1f\x8b');
    const { files } = await user.client.call(getModelDefTreeRoute, { experimentId });
    expect(files).toMatchObject([
      { path: 'train.py', isDir: false, contentLength: 15, modifiedTime: '2023-11-14T22:13:20Z', files: [] },
      { path: 'lib', isDir: true, contentLength: 0, files: [{ path: 'lib/util.py', name: 'util.py' }] },
    ]);
    const { file } = await user.client.call(getModelDefFileRoute, { experimentId, path: 'lib/util.py' });
    expect(atob(file)).toBe('X = 1\n');
    const missing = await refusalOf(user.client.call(getModelDefFileRoute, { experimentId, path: 'lib' }));
    expect(missing).toMatchObject(refusal('NotFound', /lib/));
  });

  test('is downloaded under a name that is safe in a header', async () => {
    const id = await create("'na \"m/e'");
    const whole = await cluster.fetch(`/experiments/${id}/model_def`, { token: user.token });
    expect(whole.headers.get('content-disposition')).toBe(`attachment; filename="exp${id}_na me_model_def.tar.gz"`);
    expect(whole.headers.get('content-type')).toBe('application/x-gtar');
    const file = await cluster.fetch(`/experiments/${id}/file/download?path=train.py`, { token: user.token });
    expect(await file.text()).toBe('print("hello")\n');
    expect((await cluster.fetch(`/experiments/${id}/model_def`)).status).toBe(401);
    expect((await cluster.fetch('/experiments/999999/model_def', { token: user.token })).status).toBe(404);
  });
});

describe('states', () => {
  const stateOf = async (id: number) =>
    (await user.client.call(getExperimentRoute, { experimentId: id })).experiment?.state;

  test('[API-063, API-066, API-067, API-068] a queued experiment is paused, activated, canceled, archived; what does not fit is refused', async () => {
    const id = await create('states', { activate: true });
    const call = (route: typeof pauseExperimentRoute) => user.client.call(route, { id });
    expect(await stateOf(id)).toBe('STATE_QUEUED');
    expect(await refusalOf(call(archiveExperimentRoute))).toMatchObject(
      refusal('FailedPrecondition', 'Experiment is not in terminal state.'),
    );
    await call(pauseExperimentRoute);
    await call(pauseExperimentRoute);
    expect(await stateOf(id)).toBe('STATE_PAUSED');
    await call(activateExperimentRoute);
    expect(await stateOf(id)).toBe('STATE_QUEUED');
    await call(cancelExperimentRoute);
    expect(await stateOf(id)).toBe('STATE_CANCELED');
    await call(killExperimentRoute);
    expect(await refusalOf(call(pauseExperimentRoute))).toMatchObject(
      refusal('FailedPrecondition', 'experiment in terminal state'),
    );
    expect(await refusalOf(call(activateExperimentRoute))).toMatchObject(
      refusal('NotFound', `experiment '${id}' not found`),
    );
    await call(archiveExperimentRoute);
    expect(await refusalOf(call(archiveExperimentRoute))).toMatchObject(
      refusal('FailedPrecondition', 'Experiment is already archived.'),
    );
    await call(unarchiveExperimentRoute);
    expect(await refusalOf(call(unarchiveExperimentRoute))).toMatchObject(
      refusal('FailedPrecondition', 'Experiment is not archived.'),
    );
    const changes = await cluster.master.db
      .selectFrom('state_changes')
      .select(['to_state', 'user_id'])
      .where('experiment_id', '=', id)
      .where('trial_id', 'is', null)
      .orderBy('id')
      .execute();
    expect(changes.map((change) => change.to_state)).toEqual([
      'ACTIVE',
      'PAUSED',
      'ACTIVE',
      'STOPPING_CANCELED',
      'CANCELED',
    ]);
    expect(changes[1]?.user_id).toBe(user.id);
  });

  test('[API-070, API-077] in bulk every item has its own answer', async () => {
    const running = await create('bulk', { activate: true });
    const ended = await create('bulk', { activate: true });
    await cluster.admin.client.call(killExperimentRoute, { id: ended });
    const { results } = await user.client.call(pauseExperimentsRoute, {
      projectId: 1,
      experimentIds: [running, ended, 99_999],
    });
    expect(results).toEqual([
      { id: 99_999, error: "rpc error: code = NotFound desc = experiment '99999' not found" },
      { id: ended, error: 'rpc error: code = FailedPrecondition desc = experiment in terminal state' },
      { id: running, error: '' },
    ]);
  });

  test('[API-076] in bulk by a filter only what is found is changed, and ids beside a filter are refused', async () => {
    const [one, spared] = [await create('find me', { activate: true }), await create('find me', { activate: true })];
    const other = await create('not me', { activate: true });
    const filters = { name: 'find', excludedExperimentIds: [spared] };
    const { results } = await user.client.call(pauseExperimentsRoute, { projectId: 1, filters });
    expect(results).toEqual([{ id: one, error: '' }]);
    for (const id of [spared, other]) expect(await stateOf(id)).toBe('STATE_QUEUED');
    const named = await user.client.call(pauseExperimentsRoute, { projectId: 1, experimentIds: [spared] });
    expect(named.results).toEqual([{ id: spared, error: '' }]);
    expect(await stateOf(spared)).toBe('STATE_PAUSED');
    for (const request of [{ filters, experimentIds: [one] }, { filters: {} }]) {
      const error = await refusalOf(user.client.call(pauseExperimentsRoute, { projectId: 1, ...request }));
      expect(error.code).toBe('InvalidArgument');
    }
  });
});

describe('lists', () => {
  test('[API-056, API-057] filters, sorts and pages', async () => {
    const first = await create('list Alpha', { more: 'labels: [l1, l2]' });
    const second = await create('list beta', { more: 'labels: [l1]\ndescription: of a beta', by: user });
    const list = async (request: object) =>
      (await user.client.call(getExperimentsRoute, { name: 'LIST', ...request })).experiments.map(({ id }) => id);
    expect(await list({})).toEqual([first, second]);
    expect(await list({ orderBy: 'ORDER_BY_DESC' })).toEqual([second, first]);
    expect(await list({ sortBy: 'SORT_BY_NAME', orderBy: 'ORDER_BY_DESC' })).toEqual([second, first]);
    expect(await list({ labels: ['l1', 'l2'] })).toEqual([first]);
    expect(await list({ users: [user.username] })).toEqual([second]);
    expect(await list({ userIds: [1] })).toEqual([first]);
    expect(await list({ archived: true })).toEqual([]);
    expect(await list({ states: ['STATE_PAUSED'], limit: 1, offset: 1 })).toEqual([second]);
    expect(await list({ experimentIdFilter: { incl: [second, 99_999] } })).toEqual([second]);
    expect(await list({ projectId: 1, limit: -1 })).toEqual([first, second]);
    expect(await list({ description: 'A BETA', showTrialData: true })).toEqual([second]);
    expect(await list({ experimentIdFilter: { gt: first - 1, gte: first, lt: second, lte: second } })).toEqual([first]);
    expect(await list({ experimentIdFilter: { notIn: [first] } })).toEqual([second]);
    const { experiments, pagination } = await user.client.call(getExperimentsRoute, { name: 'list', limit: 1 });
    expect(experiments[0]).toMatchObject({ searcherType: 'single', searcherMetric: 'loss', displayName: 'admin' });
    expect(pagination).toEqual({ offset: 0, limit: 1, startIndex: 0, endIndex: 1, total: 2 });
  });

  test('[API-229] every sort key is followed, in both directions', async () => {
    type Key = GetExperimentsRequestSortBy;
    const first = await create('sorted', { by: user });
    const second = await create('sorted');
    const elsewhere = await newProject('sorted');
    const { db } = cluster.master;
    /** By each key but its id the one that was made first comes second; by the odd one it comes first. */
    const place = async (odd?: Key) => {
      for (const [id, usual] of [
        [first, 2],
        [second, 1],
      ] as const) {
        const at = (key: Key) => (key === odd ? 3 - usual : usual);
        const trial = await db
          .selectFrom('trials')
          .select('id')
          .where('experiment_id', '=', id)
          .executeTakeFirstOrThrow();
        await db
          .updateTable('experiments')
          .set({
            name: `sorted ${at('SORT_BY_NAME')}`,
            config: sql`config || ${JSON.stringify({ description: `${at('SORT_BY_DESCRIPTION')}` })}::jsonb`,
            start_time: `2026-01-0${at('SORT_BY_START_TIME')}T00:00:00Z`,
            end_time: `2026-02-0${at('SORT_BY_END_TIME')}T00:00:00Z`,
            state: at('SORT_BY_STATE') === 2 ? 'COMPLETED' : 'PAUSED',
            num_trials: at('SORT_BY_NUM_TRIALS'),
            progress: at('SORT_BY_PROGRESS') / 4,
            owner_id: at('SORT_BY_USER') === 2 ? user.id : cluster.admin.id,
            parent_id: at('SORT_BY_FORKED_FROM') === 2 ? second : 1,
            project_id: at('SORT_BY_PROJECT_ID') === 2 ? elsewhere : 1,
            checkpoint_size: at('SORT_BY_CHECKPOINT_SIZE'),
            checkpoint_count: at('SORT_BY_CHECKPOINT_COUNT'),
            best_trial_id: trial.id,
            best_value: at('SORT_BY_SEARCHER_METRIC_VAL'),
          })
          .where('id', '=', id)
          .execute();
        await sql`update jobs set pool = ${`${at('SORT_BY_RESOURCE_POOL')}`}
          where id = (select job_id from experiments where id = ${id})`.execute(db);
      }
    };
    const ids = async (sortBy: Key, orderBy: 'ORDER_BY_ASC' | 'ORDER_BY_DESC') =>
      (await user.client.call(getExperimentsRoute, { name: 'sorted ', sortBy, orderBy })).experiments.map(
        ({ id }) => id,
      );
    const expectOrder = async (sortBy: Key, ascending: number[]) => {
      expect(await ids(sortBy, 'ORDER_BY_ASC'), sortBy).toEqual(ascending);
      expect(await ids(sortBy, 'ORDER_BY_DESC'), sortBy).toEqual(ascending.toReversed());
    };
    for (const sortBy of GetExperimentsRequestSortBy) {
      const byId = sortBy === 'SORT_BY_UNSPECIFIED' || sortBy === 'SORT_BY_ID';
      await place();
      await expectOrder(sortBy, byId ? [first, second] : [second, first]);
      if (byId) continue;
      await place(sortBy);
      await expectOrder(sortBy, [first, second]);
    }
  });

  test('refuse an unknown project and a state that is never stored', async () => {
    const unknown = await refusalOf(user.client.call(getExperimentsRoute, { projectId: 9999 }));
    expect(unknown).toMatchObject(refusal('NotFound', "project '9999' not found"));
    const shown = await refusalOf(user.client.call(getExperimentsRoute, { states: ['STATE_QUEUED'] }));
    expect(shown.code).toBe('InvalidArgument');
  });
});

describe('moving', () => {
  const projectOf = async (experimentId: number) =>
    (await user.client.call(getExperimentRoute, { experimentId })).experiment?.projectId;

  test('[API-069, API-073] an experiment goes to another project and its runs are numbered there', async () => {
    const [target, closed] = [await newProject('targe'), await newProject('close', true)];
    const [one, two] = [await create('to move'), await create('to move')];
    await user.client.call(moveExperimentRoute, { experimentId: one, destinationProjectId: target });
    expect(await projectOf(one)).toBe(target);
    const { results } = await user.client.call(moveExperimentsRoute, {
      projectId: 1,
      experimentIds: [two, one],
      destinationProjectId: target,
    });
    expect(results).toEqual([
      { id: one, error: `rpc error: code = NotFound desc = experiment '${one}' not found` },
      { id: two, error: '' },
    ]);
    const runs = await cluster.master.db
      .selectFrom('trials')
      .select(['experiment_id', 'local_id'])
      .where('experiment_id', 'in', [one, two])
      .orderBy('experiment_id')
      .execute();
    expect(runs.map((run) => run.local_id)).toEqual([1, 2]);
    const counts = await cluster.master.db
      .selectFrom('experiment_counts')
      .select('total')
      .where('project_id', '=', target)
      .executeTakeFirst();
    expect(counts?.total).toBe(2);
    const move = (experimentId: number, destinationProjectId: number) =>
      refusalOf(user.client.call(moveExperimentRoute, { experimentId, destinationProjectId }));
    expect(await move(one, closed)).toMatchObject(
      refusal('InvalidArgument', `project (${closed}) is archived and cannot add new experiments`),
    );
    expect(await move(one, 9999)).toMatchObject(refusal('NotFound', "project '9999' not found"));
    await cluster.master.db.updateTable('projects').set({ archived: true }).where('id', '=', target).execute();
    expect((await move(one, 1)).code).toBe('FailedPrecondition');
  });

  test('its hyperparameters and metrics are columns of the other project then, and of the first no more', async () => {
    const [from, to] = [await newProject('source'), await newProject('aim')];
    const { experiment } = await user.client.call(createExperimentRoute, {
      config: configOf('columns').replace('{lr: 0.1}', '{depth: {layers: 3}}'),
      unmanaged: true,
      projectId: from,
    });
    const experimentId = experiment?.id ?? 0;
    const { trial } = await user.client.call(createTrialRoute, {
      experimentId,
      unmanaged: true,
      hparams: { seed: 'a' },
    });
    const report = (name: string) =>
      user.client.call(reportTrialMetricsRoute, {
        metrics: { trialId: trial?.id ?? 0, stepsCompleted: 1, metrics: { avgMetrics: { [name]: 1 } } },
        group: 'validation',
      });
    await report('loss');
    const own = async (id: number, tableType: 'TABLE_TYPE_EXPERIMENT' | 'TABLE_TYPE_RUN') => {
      const { columns } = await user.client.call(getProjectColumnsRoute, { id, tableType });
      return columns.filter(({ displayName }) => displayName === '').map(({ column }) => column);
    };
    const metric = ['last', 'max', 'mean', 'min'].map((part) => `validation.loss.${part}`);
    const expected = [...metric, 'hp.depth.layers'];
    expect(await own(from, 'TABLE_TYPE_EXPERIMENT')).toEqual(expected);
    expect(await own(from, 'TABLE_TYPE_RUN')).toEqual([...metric, 'hp.seed']);
    await user.client.call(moveExperimentRoute, { experimentId, destinationProjectId: to });
    expect(await own(from, 'TABLE_TYPE_EXPERIMENT')).toEqual([]);
    expect(await own(to, 'TABLE_TYPE_EXPERIMENT')).toEqual(expected);
    await report('loss_2');
    expect(await own(from, 'TABLE_TYPE_RUN')).toEqual([]);
    expect(await own(to, 'TABLE_TYPE_RUN')).toContain('validation.loss_2.last');
  });
});

test('[API-075, API-078, API-105] how long logs are kept is set for ended experiments and told for trials', async () => {
  const [ended, running] = [await create('logs'), await create('logs')];
  await cluster.admin.client.call(killExperimentRoute, { id: ended });
  const [trialId = 0] =
    (await user.client.call(getExperimentRoute, { experimentId: ended })).experiment?.trialIds ?? [];
  const left = async () =>
    (await user.client.call(getTrialRemainingLogRetentionDaysRoute, { id: trialId })).remainingDays;
  expect(await left()).toBe(-1);
  await user.client.call(putExperimentRetainLogsRoute, { experimentId: ended, numDays: 5 });
  expect(await left()).toBe(4);
  await user.client.call(putTrialRetainLogsRoute, { trialId, numDays: -1 });
  expect(await left()).toBe(-1);
  const { results } = await user.client.call(putExperimentsRetainLogsRoute, {
    projectId: 1,
    experimentIds: [ended, running],
    numDays: 0,
  });
  expect(results.map(({ id, error }) => [id, error === ''])).toEqual([
    [running, false],
    [ended, true],
  ]);
  expect(await left()).toBe(0);
  const byFilter = await user.client.call(putExperimentsRetainLogsRoute, {
    projectId: 1,
    filters: { name: 'logs', states: ['STATE_CANCELED'] },
    numDays: 9,
  });
  expect(byFilter.results).toEqual([{ id: ended, error: '' }]);
  expect(await left()).toBe(8);
  const wrong = await refusalOf(user.client.call(putTrialRetainLogsRoute, { trialId, numDays: -2 }));
  expect(wrong).toMatchObject(refusal('InvalidArgument', /must be >= -1/));
});
