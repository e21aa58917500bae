import type { ApiError } from '@determined/contract/errors.ts';
import { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { postTaskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { getTaskRoute } from '@determined/contract/tasks/tasks-routes.ts';
import {
  createExperimentRoute,
  getExperimentRoute,
  putExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import {
  getRunMetadataRoute,
  postRunMetadataRoute,
  runPrepareForReportingRoute,
} from '@determined/contract/training/runs-routes.ts';
import {
  createTrialRoute,
  getTrialByExternalIDRoute,
  getTrialRoute,
  patchTrialRoute,
  postTrialRunnerMetadataRoute,
  putTrialRoute,
  reportTrialProgressRoute,
  reportTrialSearcherEarlyExitRoute,
  startTrialRoute,
} from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteExpiredLogs } from '../../tasks/logs/cleanup-logs.ts';
import { endSilentTrials } from './end-silent-trials.ts';

let cluster: DevCluster;
let user: DevUser;
beforeAll(async () => {
  cluster = await startDevCluster();
  user = await cluster.newUser();
});
afterAll(() => cluster.stop());

const config = 'name: detached\nsearcher: {name: single, metric: loss}\nhyperparameters: {lr: 0.1}\n';
const errorOf = (call: Promise<unknown>): Promise<Pick<ApiError, 'code' | 'message'>> =>
  call.then(
    () => ({ code: 'Unknown' as const, message: 'nothing was refused' }),
    (error: ApiError) => ({ code: error.code, message: error.message }),
  );

async function newExperiment(): Promise<number> {
  const { experiment } = await user.client.call(createExperimentRoute, { config, unmanaged: true });
  return experiment?.id ?? 0;
}
async function newTrial(experimentId: number): Promise<number> {
  const { trial } = await user.client.call(createTrialRoute, { experimentId, hparams: { lr: 1 }, unmanaged: true });
  return trial?.id ?? 0;
}
const patch = (trialId: number, state?: 'STATE_RUNNING' | 'STATE_COMPLETED' | 'STATE_ERROR' | 'STATE_CANCELED') =>
  user.client.call(patchTrialRoute, { trialId, state });
const experimentOf = async (experimentId: number) =>
  (await user.client.call(getExperimentRoute, { experimentId })).experiment;

test('[API-096, API-106, API-107, API-108, API-099, API-125] a detached job comes by its own names, runs, reports and comes again', async () => {
  const { client } = user;
  const put = () =>
    client.call(putExperimentRoute, {
      externalExperimentId: 'my job',
      createExperimentRequest: { config, unmanaged: true },
    });
  // Two processes of one job.
  const [first, second] = await Promise.all([put(), put()]);
  const experimentId = first.experiment?.id ?? 0;
  expect(second.experiment?.id).toBe(experimentId);
  expect(first.experiment).toMatchObject({ unmanaged: true, state: 'STATE_PAUSED' });
  const putOne = (lr: number) =>
    client.call(putTrialRoute, {
      createTrialRequest: { experimentId, hparams: { lr }, unmanaged: true },
      externalTrialId: 'one',
    });
  const { trial } = await putOne(1);
  const trialId = trial?.id ?? 0;
  expect(trial).toMatchObject({ state: 'STATE_PAUSED', taskId: `${experimentId}.one`, hparams: { lr: 1 } });
  expect((await putOne(2)).trial).toMatchObject({ id: trialId, hparams: { lr: 2 } });

  expect(await client.call(startTrialRoute, { trialId, resume: true })).toEqual({ trialRunId: 1, stepsCompleted: 0 });
  const storage = { type: 'shared_fs', host_path: '/tmp/ckpt' };
  const prepared = await client.call(runPrepareForReportingRoute, { runId: trialId, checkpointStorage: storage });
  const again = await client.call(runPrepareForReportingRoute, {
    runId: trialId,
    checkpointStorage: { ...storage, save_trial_best: 3 },
  });
  expect(prepared.storageId).toBeGreaterThan(0);
  expect(again).toEqual(prepared);
  await patch(trialId, 'STATE_RUNNING');
  await client.call(reportTrialProgressRoute, { trialId, progress: 0.5, isRaw: true });
  await client.call(postTrialRunnerMetadataRoute, { trialId, metadata: { state: 'training' } });
  await client.call(reportTrialMetricsRoute, {
    group: 'validation',
    metrics: { trialId, trialRunId: 1, stepsCompleted: 10, metrics: { avgMetrics: { loss: 0.25 } } },
  });
  expect(await experimentOf(experimentId)).toMatchObject({ state: 'STATE_RUNNING', progress: 0.5 });
  await patch(trialId, 'STATE_COMPLETED');
  expect(await experimentOf(experimentId)).toMatchObject({
    state: 'STATE_COMPLETED',
    progress: 1,
    endTime: expect.any(String),
  });
  const byName = { externalExperimentId: 'my job', externalTrialId: 'one' };
  expect((await client.call(getTrialByExternalIDRoute, byName)).trial).toMatchObject({
    id: trialId,
    state: 'STATE_COMPLETED',
    runnerState: 'training',
    totalBatchesProcessed: 10,
    bestValidation: { totalBatches: 10, metrics: { avgMetrics: { loss: 0.25 } } },
    summaryMetrics: { validation_metrics: { loss: { count: 1 } } },
  });

  expect(await client.call(startTrialRoute, { trialId, resume: true })).toMatchObject({ trialRunId: 2 });
  expect((await errorOf(client.call(startTrialRoute, { trialId, resume: false }))).code).toBe('InvalidArgument');
});

test('the experiment is in the most telling state of its trials', async () => {
  const experimentId = await newExperiment();
  const trials = [await newTrial(experimentId), await newTrial(experimentId)];
  const [one = 0, two = 0] = trials;
  const steps = [
    [one, 'STATE_CANCELED', 'STATE_CANCELED'],
    [two, 'STATE_ERROR', 'STATE_ERROR'],
    [one, 'STATE_COMPLETED', 'STATE_COMPLETED'],
    [two, 'STATE_RUNNING', 'STATE_RUNNING'],
    [two, 'STATE_CANCELED', 'STATE_COMPLETED'],
  ] as const;
  for (const [id, to, shown] of steps) {
    await patch(id, to);
    expect((await experimentOf(experimentId))?.state).toBe(shown);
  }
});

const ends = ['STATE_COMPLETED', 'STATE_ERROR', 'STATE_CANCELED', 'silence'] as const;

test.each(ends)(
  'a task ends with its trial, its log is put away and later deleted, and it goes on with the trial: %s',
  async (end) => {
    const { db } = cluster.master;
    const trialId = await newTrial(await newExperiment());
    const taskId = (await user.client.call(getTrialRoute, { trialId })).trial?.taskId ?? '';
    const task = async () => (await user.client.call(getTaskRoute, { taskId })).task?.endTime;
    // As many lines as are worth a chunk.
    const log = (text: string) =>
      user.client.call(postTaskLogsRoute, { logs: Array.from({ length: 8 }, () => ({ taskId, log: text })) });
    const loose = async () =>
      (await db.selectFrom('task_log_lines').select('n').where('task_id', '=', taskId).execute()).length;
    const finish = async () => {
      if (end !== 'silence') return patch(trialId, end);
      const long = new Date(Date.now() - 6 * 60_000).toISOString();
      await db.updateTable('trials').set({ last_activity: long }).where('id', '=', trialId).execute();
      await endSilentTrials(cluster.master);
    };
    await user.client.call(startTrialRoute, { trialId, resume: true });
    await log('one');
    expect(await task()).toBeUndefined();
    await finish();
    expect(await task()).toBe((await user.client.call(getTrialRoute, { trialId })).trial?.endTime);
    await expect.poll(loose).toBe(0);
    await user.client.call(startTrialRoute, { trialId, resume: true });
    expect(await task()).toBeUndefined();
    await finish();
    await db.updateTable('tasks').set({ log_retention_days: 0 }).where('id', '=', taskId).execute();
    expect(await deleteExpiredLogs(cluster.master)).toBeGreaterThan(0);
  },
);

test('a trial that falls silent has failed when it was last heard of', async () => {
  const experimentId = await newExperiment();
  const [silent, lively] = [await newTrial(experimentId), await newTrial(experimentId)];
  for (const trialId of [silent, lively]) await user.client.call(startTrialRoute, { trialId, resume: true });
  const long = new Date(Date.now() - 6 * 60_000).toISOString();
  await cluster.master.db
    .updateTable('trials')
    .set({ last_activity: long })
    .where('id', 'in', [silent, lively])
    .execute();
  await patch(lively);
  await endSilentTrials(cluster.master);
  const { trial } = await user.client.call(getTrialRoute, { trialId: silent });
  expect(trial?.state).toBe('STATE_ERROR');
  expect(Date.parse(trial?.endTime ?? '')).toBe(Date.parse(long));
  const { lines } = await user.client.call(getLogLinesRoute, {
    params: { taskId: trial?.taskId ?? '' },
    query: { from: 0, count: 9 },
  });
  expect(lines).toEqual([expect.objectContaining({ level: 'ERROR', text: expect.stringMatching(/^No sign of life/) })]);
  expect((await user.client.call(getTrialRoute, { trialId: lively })).trial?.state).toBe('STATE_RUNNING');
  expect((await experimentOf(experimentId))?.state).toBe('STATE_RUNNING');
});

test('a process that registers and gives no sign of life has failed after a minute, with that reason', async () => {
  const { db } = cluster.master;
  const experimentId = await newExperiment();
  const [dead, young, lively] = [
    await newTrial(experimentId),
    await newTrial(experimentId),
    await newTrial(experimentId),
  ];
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();
  for (const [trialId, at] of [
    [dead, ago(62)],
    [young, ago(50)],
    [lively, ago(90)],
  ] as const) {
    await user.client.call(startTrialRoute, { trialId, resume: true });
    await db.updateTable('state_changes').set({ at }).where('trial_id', '=', trialId).execute();
    await db.updateTable('trials').set({ last_activity: at }).where('id', '=', trialId).execute();
  }
  // One sign of life after its start; then it has five minutes.
  await db
    .updateTable('trials')
    .set({ last_activity: ago(80) })
    .where('id', '=', lively)
    .execute();
  await endSilentTrials(cluster.master);
  const stateOf = async (trialId: number) => (await user.client.call(getTrialRoute, { trialId })).trial?.state;
  expect([await stateOf(dead), await stateOf(young), await stateOf(lively)]).toEqual([
    'STATE_ERROR',
    'STATE_RUNNING',
    'STATE_RUNNING',
  ]);
  const changes = db.selectFrom('state_changes').select(['to_state', 'reason']).where('trial_id', '=', dead);
  expect(await changes.orderBy('id', 'desc').limit(1).execute()).toEqual([
    { to_state: 'ERROR', reason: 'Registered, not running' },
  ]);
  const taskId = (await user.client.call(getTrialRoute, { trialId: dead })).trial?.taskId ?? '';
  const { lines } = await user.client.call(getLogLinesRoute, { params: { taskId }, query: { from: 0, count: 9 } });
  expect(lines.map(({ text }) => text)).toEqual([expect.stringMatching(/^Registered, not running: .*MANUAL/)]);
  // Its process may come again.
  await user.client.call(startTrialRoute, { trialId: dead, resume: true });
  expect(await stateOf(dead)).toBe('STATE_RUNNING');
});

test('[API-130] metadata of a run is replaced as a whole and checked', async () => {
  const runId = await newTrial(await newExperiment());
  const post = (metadata: object) => user.client.call(postRunMetadataRoute, { runId, metadata });
  expect((await user.client.call(getRunMetadataRoute, { runId })).metadata).toEqual({});
  await post({ a: 'x', deep: { f: 1.5, list: [1, 'two'] } });
  await post({ a: null });
  expect((await user.client.call(getRunMetadataRoute, { runId })).metadata).toEqual({ a: null });
  const deep = JSON.parse(`${'{"a":'.repeat(11)}1${'}'.repeat(11)}`);
  for (const bad of [{ 'a.b': 1 }, { ['k'.repeat(51)]: 1 }, deep, { a: 'nul\0' }]) {
    expect((await errorOf(post(bad))).code).toBe('InvalidArgument');
  }
});

test('managed experiments and trials are not for clients to run', async () => {
  const managed =
    'entrypoint: x\nresources: {slots_per_trial: 0}\nsearcher: {name: single, metric: loss}\nhyperparameters: {}';
  const { experiment } = await user.client.call(createExperimentRoute, { config: managed });
  const experimentId = experiment?.id ?? 0;
  const [trialId = 0] = experiment?.trialIds ?? [];
  const { client } = user;
  const ask = { externalExperimentId: 'x', createExperimentRequest: { config: managed } };
  const refusals = await Promise.all([
    errorOf(client.call(putExperimentRoute, ask)),
    errorOf(client.call(createTrialRoute, { experimentId, unmanaged: true })),
    errorOf(patch(trialId, 'STATE_COMPLETED')),
    errorOf(client.call(startTrialRoute, { trialId, resume: true })),
  ]);
  expect(refusals.map((error) => error.message)).toEqual([
    'only unmanaged experiments are supported',
    'trials can only be created on unmanaged experiments',
    'only unmanaged trials are supported',
    'only unmanaged trials are supported',
  ]);
  const reports = await Promise.all([
    errorOf(client.call(reportTrialProgressRoute, { trialId, progress: 0.5 })),
    errorOf(client.call(postTrialRunnerMetadataRoute, { trialId, metadata: { state: 'x' } })),
    errorOf(client.call(runPrepareForReportingRoute, { runId: trialId })),
    errorOf(
      client.call(reportTrialSearcherEarlyExitRoute, { trialId, earlyExit: { reason: 'EXITED_REASON_INVALID_HP' } }),
    ),
  ]);
  // Scripts report what a trial does.
  expect(reports.map((error) => error.message)).toEqual(Array(4).fill('nothing was refused'));
});
