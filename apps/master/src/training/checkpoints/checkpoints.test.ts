import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RequestInput } from '@determined/contract/route.ts';
import {
  getCheckpointRoute,
  getExperimentCheckpointsRoute,
  getTrialCheckpointsRoute,
  getTrialMetricsByCheckpointRoute,
  patchCheckpointsRoute,
  postCheckpointMetadataRoute,
  reportCheckpointRoute,
} from '@determined/contract/training/checkpoints-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { CheckpointState } from '@determined/contract/training/training-messages-generated.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#platform/db/transaction.ts';
import { makeUnmanaged } from '../metrics/testing/make-unmanaged.ts';
import { insertCheckpoint, lockOwners, updateTotals } from './checkpoint-store.ts';
import { bestCheckpoints, latestCheckpoint } from './shared/best-checkpoint.ts';
import { storageBackendId } from './shared/storage-backends.ts';

let cluster: DevCluster;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'determined-checkpoints-'));
  cluster = await startDevCluster({ env: { DET_PYTHON: join(folder, 'python/bin/python3') } });
});
afterAll(async () => {
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const db = () => cluster.master.db;
const client = () => cluster.admin.client;

type Sent = NonNullable<RequestInput<typeof reportCheckpointRoute>['checkpoint']>;

async function save(taskId: string, steps: number, more: Partial<Sent> = {}): Promise<string> {
  const uuid = more.uuid ?? randomUUID();
  await client().call(reportCheckpointRoute, {
    checkpoint: {
      uuid,
      taskId,
      state: 'STATE_COMPLETED',
      resources: { 'a/': 0, 'a/w.bin': 1000, 'meta.json': 20 },
      metadata: { steps_completed: steps, framework: 'plain' },
      ...more,
    },
  });
  return uuid;
}

const validate = (trialId: number, stepsCompleted: number, loss: unknown, trialRunId = 0) =>
  client().call(reportTrialMetricsRoute, {
    metrics: { trialId, trialRunId, stepsCompleted, metrics: { avgMetrics: { loss } } },
    group: 'validation',
  });

const get = async (checkpointUuid: string) => (await client().call(getCheckpointRoute, { checkpointUuid })).checkpoint;

async function totals(trialId: number): Promise<number[]> {
  const row = await db()
    .selectFrom('trials as t')
    .innerJoin('experiments as e', 'e.id', 't.experiment_id')
    .select(['t.checkpoint_count', 't.checkpoint_size', 'e.checkpoint_count as e_count', 'e.checkpoint_size as e_size'])
    .where('t.id', '=', trialId)
    .executeTakeFirstOrThrow();
  return Object.values(row);
}

async function oneTrial(storage?: object, variables?: string[]) {
  const made = await makeUnmanaged(db(), { storage, variables });
  const [trial] = made.trials;
  if (!trial) throw new Error('no trial');
  return { experimentId: made.experimentId, trialId: trial.id, taskId: trial.taskId };
}

test('[API-119, API-120, TRIAL-040] a reported checkpoint shows its trial, files, and the metrics of its step', async () => {
  const { experimentId, trialId, taskId } = await oneTrial();
  await validate(trialId, 50, 0.22);
  const uuid = await save(taskId, 50, { reportTime: '2026-01-02T03:04:05Z' });
  await client().call(reportTrialMetricsRoute, {
    metrics: { trialId, stepsCompleted: 50, metrics: { avgMetrics: { acc: 0.5 } } },
    group: 'training',
  });
  expect(await get(uuid)).toEqual({
    taskId,
    uuid,
    reportTime: '2026-01-02T03:04:05Z',
    resources: { 'a/': 0, 'a/w.bin': 1000, 'meta.json': 20 },
    metadata: { steps_completed: 50, framework: 'plain' },
    state: 'STATE_COMPLETED',
    training: {
      trialId,
      experimentId,
      experimentConfig: expect.objectContaining({ checkpoint_storage: expect.anything() }),
      hparams: { lr: 0.1 },
      trainingMetrics: { avgMetrics: { acc: 0.5 }, batchMetrics: [] },
      validationMetrics: { avgMetrics: { loss: 0.22 }, batchMetrics: [] },
      searcherMetric: 0.22,
    },
  });
  expect(await totals(trialId)).toEqual([1, 1020, 1, 1020]);
});

describe('a report', () => {
  test('whose step is reported while it is stored, the first of its trial, gets those metrics', async () => {
    const { experimentId, trialId, taskId } = await oneTrial();
    const owners = [{ trial_id: trialId, experiment_id: experimentId }];
    let validated: Promise<unknown> | undefined;
    const uuid = randomUUID();
    await inTransaction(db(), async (tx) => {
      await lockOwners(tx, owners);
      // Metrics of training do not wait for the experiment, but for the trial's metrics.
      validated = client().call(reportTrialMetricsRoute, {
        metrics: { trialId, stepsCompleted: 5, metrics: { avgMetrics: { acc: 0.5 } } },
        group: 'training',
      });
      await eventually('the metrics wait', async () => {
        const waiting = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
          and datname = current_database() and query like '%trial_metrics%'`.execute(db());
        return waiting.rows.length > 0;
      });
      await insertCheckpoint(tx, {
        uuid,
        task_id: taskId,
        allocation_id: null,
        trial_id: trialId,
        experiment_id: experimentId,
        report_time: new Date().toISOString(),
        steps: 5,
        resources: {},
        metadata: {},
        storage_id: null,
        training_metrics: null,
        validation_metrics: null,
        searcher_metric: null,
      });
      await updateTotals(tx, owners);
    });
    await validated;
    expect((await get(uuid))?.training?.trainingMetrics?.avgMetrics).toEqual({ acc: 0.5 });
  });

  test('that is sent again changes nothing, another one under the same uuid is a 409', async () => {
    const { trialId, taskId } = await oneTrial();
    const uuid = await save(taskId, 1);
    await save(taskId, 1, { uuid });
    expect(await totals(trialId)).toEqual([1, 1020, 1, 1020]);
    await expect(save(taskId, 1, { uuid, resources: {} })).rejects.toMatchObject({ status: 409 });
  });

  const refused: [string, Partial<Sent>, number, string][] = [
    ['no task', { taskId: '' }, 404, 'task not found'],
    ['an unknown task', { taskId: 'no-such-task' }, 404, "task 'no-such-task' not found"],
    [
      'a bad uuid',
      { uuid: 'abc' },
      400,
      'unconvertable checkpoint: rpc error: code = InvalidArgument desc = converting checkpoint: string abc is not a valid uuid',
    ],
    [
      'a state that is not the last',
      { state: 'STATE_ACTIVE' },
      400,
      'unconvertable checkpoint: rpc error: code = InvalidArgument desc = invalid state for reported checkpoint: STATE_ACTIVE',
    ],
    [
      'more steps than there can be',
      { metadata: { steps_completed: 1e300 } },
      400,
      'unconvertable checkpoint: steps_completed is out of range: 1e+300',
    ],
    ['an unknown storage', { storageId: 4711 }, 404, "storage backend '4711' not found"],
  ];
  test.each(refused)('with %s is refused', async (_, sent, status, message) => {
    const { taskId } = await oneTrial();
    await expect(save(taskId, 1, sent)).rejects.toMatchObject({ status, message });
  });

  test('that comes last is what the trial goes on from, though its machine has a slow clock', async () => {
    const { trialId, taskId } = await oneTrial();
    await save(taskId, 10, { reportTime: '2026-01-02T03:04:05Z' });
    const last = await save(taskId, 20, { reportTime: '2026-01-02T02:00:00Z' });
    expect(await latestCheckpoint(db(), trialId)).toEqual({ uuid: last, steps: 20 });
  });

  test('of a managed trial may come from a person, too', async () => {
    const { experimentId, taskId } = await oneTrial();
    await db().updateTable('experiments').set({ unmanaged: false }).where('id', '=', experimentId).execute();
    const uuid = await save(taskId, 1);
    expect((await get(uuid))?.state).toBe('STATE_COMPLETED');
  });
});

test('an unknown checkpoint is a 404, a bad uuid a 400', async () => {
  const uuid = '00000000-0000-0000-0000-000000000007';
  await expect(get(uuid)).rejects.toMatchObject({ status: 404, message: `checkpoint '${uuid}' not found` });
  await expect(get('zzz')).rejects.toMatchObject({ status: 400, message: 'invalid UUID length: 3' });
});

test('[API-118] removed files make a checkpoint PARTIALLY_DELETED, none left DELETED', async () => {
  const { trialId, taskId } = await oneTrial();
  const uuid = await save(taskId, 1);
  const patch = (resources: Record<string, number>) =>
    client().call(patchCheckpointsRoute, { checkpoints: [{ uuid, resources: { resources } }] });
  await patch({ 'a/': 0, 'a/w.bin': 1000, 'meta.json': 20, 'metadata.json': 5 });
  expect((await get(uuid))?.state).toBe('STATE_COMPLETED');
  await patch({ 'meta.json': 20 });
  expect(await get(uuid)).toMatchObject({ state: 'STATE_PARTIALLY_DELETED', resources: { 'meta.json': 20 } });
  expect(await totals(trialId)).toEqual([1, 20, 1, 20]);
  await patch({});
  expect((await get(uuid))?.state).toBe('STATE_DELETED');
  expect(await totals(trialId)).toEqual([0, 0, 0, 0]);
  const unknown = '00000000-0000-0000-0000-000000000007';
  await expect(client().call(patchCheckpointsRoute, { checkpoints: [{ uuid: unknown }] })).rejects.toMatchObject({
    status: 404,
    message: `checkpoints '${unknown}' not found`,
  });
  await expect(client().call(patchCheckpointsRoute, { checkpoints: [{ uuid: 'zz' }] })).rejects.toMatchObject({
    message: 'converting checkpoint: string zz is not a valid uuid',
  });
});

test('[TRIAL-042] a checkpoint is in one of five states, by which the lists of its trial and experiment choose', async () => {
  const { trialId, experimentId, taskId } = await oneTrial();
  const byState = new Map<string, string>();
  byState.set('STATE_COMPLETED', await save(taskId, 1));
  for (const [state, resources] of [
    ['STATE_PARTIALLY_DELETED', { 'meta.json': 20 }],
    ['STATE_DELETED', {}],
  ] as const) {
    const uuid = await save(taskId, byState.size + 1);
    await client().call(patchCheckpointsRoute, { checkpoints: [{ uuid, resources: { resources } }] });
    byState.set(state, uuid);
  }
  // Old servers stored these two; they can be asked for, and nobody reports them any more.
  const past = ['STATE_ACTIVE', 'STATE_ERROR'] as const;
  for (const state of past) await expect(save(taskId, 9, { state })).rejects.toMatchObject({ status: 400 });
  const states = CheckpointState.filter((state) => state !== 'STATE_UNSPECIFIED');
  expect(states.toSorted()).toEqual([...past, ...byState.keys()].toSorted());
  for (const state of states) {
    const found = [
      ...(await client().call(getTrialCheckpointsRoute, { id: trialId, states: [state] })).checkpoints,
      ...(await client().call(getExperimentCheckpointsRoute, { id: experimentId, states: [state] })).checkpoints,
    ];
    const uuid = byState.get(state);
    expect(found.map((each) => [each.uuid, each.state])).toEqual(
      uuid === undefined ? [] : Array(2).fill([uuid, state]),
    );
  }
});

test('[API-121] metadata is replaced as a whole', async () => {
  const { taskId } = await oneTrial();
  const uuid = await save(taskId, 7);
  const metadata = { mine: [1, { a: null }] };
  const { checkpoint } = await client().call(postCheckpointMetadataRoute, { checkpoint: { uuid, metadata } });
  expect(checkpoint?.metadata).toEqual(metadata);
  expect((await get(uuid))?.metadata).toEqual(metadata);
});

describe('lists', () => {
  let experimentId: number;
  let uuids: string[];
  let trials: { id: number; taskId: string }[];
  beforeAll(async () => {
    ({ experimentId, trials } = await makeUnmanaged(db(), { trials: 2, searcherType: 'random' }));
    uuids = [];
    for (const [place, { id, taskId }] of trials.entries()) {
      await validate(id, 10, place + 0.5);
      await validate(id, 20, place + 0.1);
      for (const steps of [10, 20, 30]) uuids.push(await save(taskId, steps));
    }
  });

  const order = async (request: Partial<RequestInput<typeof getExperimentCheckpointsRoute>>) => {
    const reply = await client().call(getExperimentCheckpointsRoute, { id: experimentId, ...request });
    return reply.checkpoints.map(({ uuid }) => uuids.indexOf(uuid));
  };

  test('[API-082, API-231] come in every order; what has no value is last', async () => {
    expect(await order({})).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await order({ orderBy: 'ORDER_BY_DESC' })).toEqual([3, 4, 5, 0, 1, 2]);
    expect(await order({ sortByAttr: 'SORT_BY_BATCH_NUMBER' })).toEqual([0, 3, 1, 4, 2, 5]);
    expect(await order({ sortByAttr: 'SORT_BY_SEARCHER_METRIC' })).toEqual([1, 0, 4, 3, 2, 5]);
    expect(await order({ sortByMetric: 'loss', orderBy: 'ORDER_BY_DESC' })).toEqual([3, 4, 0, 1, 2, 5]);
    const sorted = uuids.toSorted().map((uuid) => uuids.indexOf(uuid));
    expect(await order({ sortByAttr: 'SORT_BY_UUID' })).toEqual(sorted);
    expect(await order({ limit: 2, offset: 1 })).toEqual([1, 2]);
    expect(await order({ states: ['STATE_DELETED'] })).toEqual([]);
    const both = await cluster.fetch(
      `/api/v1/experiments/${experimentId}/checkpoints?sortByMetric=loss&sortByAttr=SORT_BY_UUID`,
      { token: cluster.admin.token },
    );
    expect(both.status).toBe(400);
    await expect(order({ limit: -1 })).rejects.toMatchObject({ status: 400 });
    await expect(order({ id: 99_999 })).rejects.toMatchObject({ message: "experiment '99999' not found" });
  });

  test('by a metric: texts of numbers count as such, what is no number or NaN comes last in either direction', async () => {
    const { trialId, taskId } = await oneTrial();
    const values = [3, 'NaN', '-Infinity', ' 1.5e1 ', 'text', '1e999', true, null, -2];
    const saved: string[] = [];
    for (const [steps, acc] of values.entries()) {
      await client().call(reportTrialMetricsRoute, {
        metrics: { trialId, trialRunId: 0, stepsCompleted: steps, metrics: { avgMetrics: { acc } } },
        group: 'validation',
      });
      saved.push(await save(taskId, steps));
    }
    const inOrder = async (orderBy: 'ORDER_BY_ASC' | 'ORDER_BY_DESC') => {
      const reply = await client().call(getTrialCheckpointsRoute, { id: trialId, sortByMetric: 'acc', orderBy });
      return reply.checkpoints.map(({ uuid }) => values[saved.indexOf(uuid ?? '')]);
    };
    const none = ['NaN', 'text', '1e999', true, null];
    expect(await inOrder('ORDER_BY_ASC')).toEqual(['-Infinity', -2, 3, ' 1.5e1 ', ...none]);
    expect(await inOrder('ORDER_BY_DESC')).toEqual([' 1.5e1 ', 3, -2, '-Infinity', ...none]);
  });

  test('[API-100] of a trial hold its own', async () => {
    const id = trials[1]?.id ?? 0;
    const { checkpoints, pagination } = await client().call(getTrialCheckpointsRoute, { id, limit: 2 });
    expect(checkpoints.map(({ uuid }) => uuids.indexOf(uuid))).toEqual([3, 4]);
    expect(pagination).toEqual({ offset: 0, limit: 2, startIndex: 0, endIndex: 2, total: 3 });
    const own = async (request: Partial<RequestInput<typeof getTrialCheckpointsRoute>>) =>
      (await client().call(getTrialCheckpointsRoute, { id, ...request })).checkpoints.map(({ uuid }) =>
        uuids.indexOf(uuid),
      );
    expect(await own({ offset: 1 })).toEqual([4, 5]);
    expect(await own({ sortByAttr: 'SORT_BY_SEARCHER_METRIC' })).toEqual([4, 3, 5]);
    expect(await own({ sortByAttr: 'SORT_BY_BATCH_NUMBER', orderBy: 'ORDER_BY_DESC' })).toEqual([5, 4, 3]);
    expect(await own({ sortByMetric: 'loss', orderBy: 'ORDER_BY_DESC' })).toEqual([3, 4, 5]);
    expect(await own({ states: ['STATE_COMPLETED'] })).toEqual([3, 4, 5]);
    expect(await own({ states: ['STATE_DELETED'] })).toEqual([]);
    await expect(client().call(getTrialCheckpointsRoute, { id: 99_999 })).rejects.toMatchObject({ status: 404 });
  });

  test('the best checkpoint of a trial is that of its best validation, the latest the one reported last', async () => {
    const best = await bestCheckpoints(
      db(),
      trials.map(({ id }) => id),
    );
    expect(trials.map(({ id }) => uuids.indexOf(best.get(id)?.uuid ?? ''))).toEqual([1, 4]);
    expect(await latestCheckpoint(db(), trials[0]?.id ?? 0)).toEqual({ uuid: uuids[2], steps: 30 });
  });

  test('a rollback takes the metrics from checkpoints that it reaches', async () => {
    const id = trials[0]?.id ?? 0;
    await db().updateTable('trials').set({ run_id: 1 }).where('id', '=', id).execute();
    await validate(id, 15, 0.4, 1);
    expect((await get(uuids[0] as string))?.training?.searcherMetric).toBe(0.5);
    expect((await get(uuids[1] as string))?.training).toMatchObject({ validationMetrics: null });
    await validate(id, 20, 0.3, 1);
    expect((await get(uuids[1] as string))?.training?.searcherMetric).toBe(0.3);
  });
});

test('[API-122] metrics by checkpoint are those of the trials that name it as their source', async () => {
  const source = await oneTrial();
  const user = await oneTrial();
  const uuid = await save(source.taskId, 1);
  const ask = async (more: object = {}) =>
    (await client().call(getTrialMetricsByCheckpointRoute, { checkpointUuid: uuid, ...more })).metrics;
  expect(await ask()).toEqual([]);
  await db()
    .insertInto('trial_source_infos')
    .values({ trial_id: user.trialId, checkpoint_uuid: uuid, type: 'TRIAL_SOURCE_INFO_TYPE_INFERENCE' })
    .execute();
  await validate(user.trialId, 20, 1);
  await client().call(reportTrialMetricsRoute, {
    metrics: { trialId: user.trialId, stepsCompleted: 10, metrics: { avgMetrics: { bleu: 5 } } },
    group: 'inference',
  });
  expect((await ask()).map((report) => [report.group, report.totalBatches])).toEqual([
    ['inference', 10],
    ['validation', 20],
  ]);
  expect(await ask({ metricGroup: 'inference' })).toHaveLength(1);
  expect(await ask({ trialSourceInfoType: 'TRIAL_SOURCE_INFO_TYPE_FINE_TUNING' })).toEqual([]);
});

test('equal storages have one id, whatever the order of their keys and what is null', async () => {
  const first = await storageBackendId(db(), { type: 's3', bucket: 'b', prefix: null });
  expect(await storageBackendId(db(), { bucket: 'b', type: 's3' })).toBe(first);
  expect(await storageBackendId(db(), { bucket: 'c', type: 's3' })).not.toBe(first);
});

describe('a download', () => {
  const download = (uuid: string, accept?: string, token: string | undefined = cluster.admin.token) =>
    cluster.fetch(`/checkpoints/${uuid}`, { token, headers: accept === undefined ? {} : { accept } });

  async function saved(name: string, fill: (place: string) => void): Promise<string> {
    const { taskId } = await oneTrial({ type: 'shared_fs', host_path: folder, storage_path: name });
    const uuid = await save(taskId, 1);
    const place = join(folder, name, uuid);
    mkdirSync(join(place, 'a'), { recursive: true });
    writeFileSync(join(place, 'a', 'w.bin'), Buffer.alloc(70_000, 7));
    writeFileSync(join(place, 'empty'), '');
    symlinkSync('a/w.bin', join(place, 'inner-link'));
    fill(place);
    return uuid;
  }

  async function unpack(reply: Response, command: string, args: string[]): Promise<string> {
    const place = mkdtempSync(join(folder, 'unpacked-'));
    const archive = join(place, 'archive');
    writeFileSync(archive, Buffer.from(await reply.arrayBuffer()));
    const files = join(place, 'files');
    mkdirSync(files);
    execFileSync(command, [...args, archive], { cwd: files });
    return files;
  }

  test.each([
    ['application/x-tar', 'tar', ['-xf']],
    ['application/gzip', 'tar', ['-xzf']],
    ['application/zip', 'python3', ['-c', 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall()']],
  ])('comes as %s', async (type, command, args) => {
    const uuid = await saved('plain', () => {});
    const reply = await download(uuid, type);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe(type);
    const files = await unpack(reply, command, args);
    for (const name of ['a/w.bin', 'inner-link']) {
      expect(readFileSync(join(files, name)).equals(Buffer.alloc(70_000, 7))).toBe(true);
    }
    expect(readFileSync(join(files, 'empty')).length).toBe(0);
  });

  test('comes as a tar file to a browser that follows a link', async () => {
    const uuid = await saved('plain', () => {});
    const reply = await download(uuid, 'text/html,application/xml;q=0.9,image/avif,*/*;q=0.8');
    expect(reply.headers.get('content-type')).toBe('application/x-tar');
    const files = await unpack(reply, 'tar', ['-xf']);
    expect(readFileSync(join(files, 'a/w.bin'))).toHaveLength(70_000);
  });

  test('of anything else is refused', async () => {
    const uuid = await saved('plain', () => {});
    const reply = await download(uuid, 'text/plain');
    expect(reply.status).toBe(415);
    expect(await reply.json()).toEqual({ message: "unsupported media type to download a checkpoint: 'text/plain'" });
    expect((await download('zzz')).status).toBe(400);
    expect(await (await download('zzz')).json()).toEqual({
      message: 'unable to parse checkpoint UUID zzz: invalid UUID length: 3',
    });
    expect((await download('00000000-0000-0000-0000-000000000007')).status).toBe(404);
    expect((await download(uuid, undefined, '')).status).toBe(401);
  });

  test.each<[string, (place: string) => void]>([
    ['a link to a file outside', (place) => symlinkSync('/etc/passwd', join(place, 'link'))],
    ['a link to a folder outside', (place) => symlinkSync('../..', join(place, 'a', 'up'))],
    ['a link round in circles', (place) => symlinkSync('.', join(place, 'a', 'self'))],
  ])('with %s is refused as a whole', async (_, fill) => {
    const reply = await download(await saved('linked', fill));
    expect(reply.status).toBe(400);
    expect(((await reply.json()) as { message: string }).message).toMatch(/cannot be downloaded/);
  });

  test('from a storage path outside its host path is refused', async () => {
    for (const storage of [
      { type: 'shared_fs', host_path: folder, storage_path: '../..' },
      { type: 'shared_fs', host_path: folder, storage_path: '/etc' },
    ]) {
      const { taskId } = await oneTrial(storage);
      expect((await download(await save(taskId, 1))).status).toBe(400);
    }
  });

  test('of missing files is a 404, and the storage that runs/start named counts', async () => {
    const { taskId } = await oneTrial({ type: 'shared_fs', host_path: '/nowhere' });
    expect((await download(await save(taskId, 1))).status).toBe(404);
    const storageId = await storageBackendId(db(), { type: 'directory', container_path: join(folder, 'direct') });
    const uuid = await save(taskId, 2, { storageId });
    mkdirSync(join(folder, 'direct', uuid), { recursive: true });
    writeFileSync(join(folder, 'direct', uuid, 'x'), 'here');
    const files = await unpack(await download(uuid), 'tar', ['-xf']);
    expect(readFileSync(join(files, 'x'), 'utf8')).toBe('here');
  });

  describe('out of an object store', () => {
    /** A checkpoint in a store that is as its configuration says: see the package below. */
    async function stored(storage: object, variables?: string[]): Promise<string> {
      const { taskId } = await oneTrial({ type: 's3', bucket: 'b', ...storage }, variables);
      return save(taskId, 1);
    }

    test('is refused with the reason while there is no Python for it', async () => {
      const reply = await download(await stored({}));
      expect(reply.status).toBe(400);
      expect(await reply.json()).toEqual({
        message: expect.stringMatching(/^unable to download checkpoint .*[(]DET_PYTHON[)] does not run/),
      });
    });

    // An environment with a package that stands for the client's: its storage holds what the configuration says.
    test.each([
      ['application/x-tar', 'tar', ['-xf']],
      ['application/gzip', 'tar', ['-xzf']],
      ['application/zip', 'python3', ['-c', 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall()']],
    ])('comes as %s', async (type, command, args) => {
      makePython(join(folder, 'python'));
      const variables = ['AWS_ACCESS_KEY_ID=own', 'AWS_CONFIG_FILE=/etc/passwd', 'LD_PRELOAD=x', 'PYTHONSTARTUP=x'];
      const uuid = await stored({ prefix: 'p', files: { 'a/': 0, 'a/w.bin': 3_000_000, empty: 0 } }, variables);
      const reply = await download(uuid, type);
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toBe(type);
      const files = await unpack(reply, command, args);
      expect(readFileSync(join(files, 'a/w.bin')).equals(Buffer.alloc(3_000_000, 7))).toBe(true);
      expect(readFileSync(join(files, 'empty')).length).toBe(0);
      const { storage, environment } = JSON.parse(readFileSync(join(files, 'asked.json'), 'utf8'));
      expect(storage).toMatchObject({ bucket: 'b', prefix: 'p' });
      expect(environment).toMatchObject({ AWS_ACCESS_KEY_ID: 'own' });
      const names = Object.keys(environment);
      expect(names).toContain('PATH');
      expect(names.filter((name) => /^(DET_|DATABASE|AWS_CONFIG|LD_PRELOAD|PYTHONSTARTUP)/.test(name))).toEqual([]);
    });

    test('of missing files is a 404, and what the storage says against it a 400', async () => {
      makePython(join(folder, 'python'));
      const refused = async (storage: object) => {
        const reply = await download(await stored(storage));
        return [
          reply.status,
          ((await reply.json()) as { message: string }).message.replace(/ checkpoint [^:]+/, ' checkpoint'),
        ];
      };
      expect(await refused({ files: {} })).toEqual([
        404,
        'unable to download checkpoint: the storage has no files of it',
      ]);
      expect(await refused({ says: 'no such\nbucket' })).toEqual([
        400,
        'unable to download checkpoint: ValueError: no such bucket',
      ]);
      expect(await refused({ files: { '../up': 3 } })).toEqual([
        400,
        "unable to download checkpoint: '../up' leads out of the checkpoint",
      ]);
    });

    test('that breaks off in the middle is no whole one', async () => {
      makePython(join(folder, 'python'));
      const reply = await download(await stored({ files: { 'w.bin': 3_000_000 }, breaks: true }));
      expect(reply.status).toBe(200);
      await expect(reply.arrayBuffer()).rejects.toThrow();
    });

    test('is one of eight at once; who goes away makes room', async () => {
      makePython(join(folder, 'python'));
      const uuid = await stored({ files: { 'w.bin': 3_000_000 }, hangs: true });
      const away = new AbortController();
      const ask = () =>
        fetch(`${cluster.master.address}/checkpoints/${uuid}`, {
          headers: { Authorization: `Bearer ${cluster.admin.token}` },
          signal: away.signal,
        });
      const replies = await Promise.all(Array.from({ length: 8 }, ask));
      expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
      const ninth = await ask();
      expect(ninth.status).toBe(429);
      expect(((await ninth.json()) as { message: string }).message).toMatch(/8 others are being downloaded/);
      away.abort();
      const whole = await stored({ files: { empty: 0 } });
      await eventually('there is room', async () => (await download(whole)).status === 200);
    });
  });
});

/** An environment with a package in the place of the client's, whose S3 is made of its configuration. */
function makePython(place: string): void {
  if (existsSync(place)) return;
  execFileSync('python3', ['-m', 'venv', '--without-pip', place]);
  const [version = ''] = readdirSync(join(place, 'lib'));
  const inside = join(place, 'lib', version, 'site-packages/determined/common');
  mkdirSync(inside, { recursive: true });
  writeFileSync(join(inside, '../__init__.py'), "__version__ = '0.38.1'\n");
  writeFileSync(
    join(inside, 'storage.py'),
    `
import datetime, io, json, os, time

class Body(io.RawIOBase):
    def __init__(self, size, config):
        self.left, self.config = size, config
    def read(self, most):
        if self.left < 1_000_000 and self.config.get("breaks"):
            raise ValueError("the line is cut")
        if self.left < 1_000_000 and self.config.get("hangs"):
            time.sleep(600)
        size = min(most, self.left)
        self.left -= size
        return bytes([7]) * size

class Stored:
    last_modified = datetime.datetime(2026, 1, 1)
    def __init__(self, key, size, body):
        self.key, self.size, self.body = key, size, body
    def get(self):
        return {"Body": self.body()}

class Manager:
    def __init__(self, config):
        self.config, self.bucket, self.objects = config, self, self
    def get_storage_prefix(self, uuid):
        return f"{self.config.get('prefix', '')}/{uuid}"
    def filter(self, Prefix):
        if "says" in self.config:
            raise ValueError(self.config["says"])
        files = self.config.get("files", {})
        asked = json.dumps({"storage": self.config, "environment": dict(os.environ)}).encode()
        for name, size in files.items():
            yield Stored(Prefix + name, size, lambda size=size: Body(size, self.config))
        if files:
            yield Stored(Prefix + "asked.json", len(asked), lambda: io.BytesIO(asked))

def build(config, container_path):
    return Manager(config)
`,
  );
}
