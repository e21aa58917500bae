import { createExperimentRoute, getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { GetExperimentTrialsRequestSortBy } from '@determined/contract/training/trials-generated.ts';
import {
  createTrialRoute,
  getExperimentTrialsRoute,
  getTrialRoute,
  killTrialRoute,
  patchTrialRoute,
  reportTrialProgressRoute,
  reportTrialSearcherEarlyExitRoute,
} from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { failureOf } from '@determined/dev-cluster/refusal.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import type { TaskSpec } from '@determined/launchers/launcher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: DevCluster;
let user: DevUser;
const machines = new ScriptedLauncher([4]);
beforeAll(async () => {
  cluster = await startDevCluster({ launcher: machines });
  user = await cluster.newUser();
});
afterAll(() => cluster.stop());

async function create(searcher: string): Promise<{ id: number; trialIds: number[] }> {
  const config = `name: trials\nentrypoint: x\nresources: {slots_per_trial: 1}\nmax_restarts: 0\nsearcher: {metric: loss, ${searcher}}\nhyperparameters: {lr: 0.1}`;
  const { experiment } = await user.client.call(createExperimentRoute, { config, activate: true });
  return { id: experiment?.id ?? 0, trialIds: experiment?.trialIds ?? [] };
}

const taskOf = (trialId: number): Promise<TaskSpec> =>
  eventually('the trial runs', () =>
    machines.running().find(({ environment }) => environment.DET_TRIAL_ID === String(trialId)),
  );

/** As the trial's own program would call. */
async function asTask(spec: TaskSpec, path: string, body: object) {
  const reply = await cluster.fetch(path, {
    method: 'POST',
    headers: { 'Grpc-Metadata-x-allocation-token': `Bearer ${spec.environment.DET_SESSION_TOKEN}` },
    body: JSON.stringify(body),
  });
  return { status: reply.status, json: await reply.json() };
}
const shown = async (trialId: number) => (await user.client.call(getTrialRoute, { trialId })).trial;
const stateOf = async (id: number) =>
  (await user.client.call(getExperimentRoute, { experimentId: id })).experiment?.state;

test('[API-098, API-110] a running trial reports progress and what it does; no other task may, but a person', async () => {
  const { id, trialIds } = await create('name: single');
  const [trialId = 0] = trialIds;
  const task = await taskOf(trialId);
  await asTask(task, `/api/v1/allocations/${task.allocationId}/ready`, {});
  expect((await asTask(task, `/api/v1/trials/${trialId}/progress`, { progress: 0.25, is_raw: true })).status).toBe(200);
  expect((await asTask(task, `/api/v1/trials/${trialId}/runner/metadata`, { state: 'training' })).status).toBe(200);
  const storage = { type: 'directory', container_path: '/ckpt' };
  const prepared = await asTask(task, '/api/v1/runs/start', { runId: trialId, checkpointStorage: storage });
  expect(prepared).toEqual({ status: 200, json: { storageId: expect.any(Number) } });
  const wrong = await asTask(task, '/api/v1/runs/start', { runId: trialId, checkpointStorage: { type: 'floppy' } });
  expect(wrong.status).toBe(400);
  const taskId = task.allocationId.replace(/\.\d+$/, '');
  expect(await shown(trialId)).toMatchObject({
    id: trialId,
    experimentId: id,
    state: 'STATE_RUNNING',
    runnerState: 'training',
    restarts: 0,
    bestValidation: null,
    bestCheckpoint: null,
    taskId,
    taskIds: [taskId],
  });
  const { experiment } = await user.client.call(getExperimentRoute, { experimentId: id });
  expect(experiment).toMatchObject({ state: 'STATE_RUNNING', progress: 0.25 });

  const other = await create('name: single');
  const [otherId = 0] = other.trialIds;
  for (const path of [`trials/${otherId}/progress`, `trials/${otherId}/runner/metadata`, 'runs/start']) {
    const reply = await asTask(task, `/api/v1/${path}`, { progress: 0.5, runId: otherId });
    expect(reply.status, path).toBe(403);
  }
  const asPerson = await user.client.call(reportTrialProgressRoute, { trialId, progress: 0.75, isRaw: true });
  expect(asPerson).toEqual({});
  machines.end(task.allocationId, { exitCode: 0 });
  await eventually('the experiment completes', async () => (await stateOf(id)) === 'STATE_COMPLETED');
  expect((await shown(trialId))?.wallClockTime).toBeGreaterThan(0);
});

test('hyperparameters that cannot work end the trial without an error, even if its process goes on', async () => {
  const { id, trialIds } = await create('name: random, max_trials: 2, max_concurrent_trials: 1');
  const [trialId = 0] = trialIds;
  const task = await taskOf(trialId);
  await asTask(task, `/api/v1/allocations/${task.allocationId}/ready`, {});
  const path = `/api/v1/trials/${trialId}/early_exit`;
  expect((await asTask(task, path, { reason: 'EXITED_REASON_UNSPECIFIED' })).status).toBe(400);
  expect((await asTask(task, path, { reason: 'EXITED_REASON_INVALID_HP' })).status).toBe(200);
  expect((await asTask(task, path, { reason: 'EXITED_REASON_INVALID_HP' })).status).toBe(200);
  await eventually('the trial is stopped', async () => (await shown(trialId))?.state === 'STATE_COMPLETED', 25_000);
  // The searcher goes on with others.
  await eventually('the experiment completes', async () => {
    for (const each of machines.running()) {
      if (each.environment.DET_EXPERIMENT_ID === String(id)) machines.end(each.allocationId, { exitCode: 0 });
    }
    return (await stateOf(id)) === 'STATE_COMPLETED';
  });
  const { trials } = await user.client.call(getExperimentTrialsRoute, { experimentId: id });
  expect(trials.length).toBeGreaterThan(1);
  expect(trials.map((trial) => trial.state)).toEqual(trials.map(() => 'STATE_COMPLETED'));
}, 60_000);

test('who may edit an experiment may say so too of its trial, and a kill counts whatever was said before', async () => {
  const { id, trialIds } = await create('name: single');
  const [trialId = 0] = trialIds;
  await taskOf(trialId);
  const other = await cluster.newUser();
  const say = (reason: 'EXITED_REASON_INVALID_HP' | 'EXITED_REASON_UNSPECIFIED') =>
    other.client.call(reportTrialSearcherEarlyExitRoute, { trialId, earlyExit: { reason } });
  expect(await failureOf(say('EXITED_REASON_UNSPECIFIED'))).toBe(
    'InvalidArgument: should not report special exit reason ERRORED to the master',
  );
  expect(await say('EXITED_REASON_INVALID_HP')).toEqual({});
  await user.client.call(killTrialRoute, { id: trialId });
  await eventually('it has ended', async () => (await shown(trialId))?.state === 'STATE_CANCELED');
  await eventually('so has the experiment', async () => (await stateOf(id)) === 'STATE_CANCELED');
});

test('[API-101] a trial is killed, and with the only one its experiment', async () => {
  const { id, trialIds } = await create('name: single');
  const [trialId = 0] = trialIds;
  await taskOf(trialId);
  await user.client.call(killTrialRoute, { id: trialId });
  await eventually('it has ended', async () => (await shown(trialId))?.state === 'STATE_CANCELED');
  await eventually('so has the experiment', async () => (await stateOf(id)) === 'STATE_CANCELED');
  expect(await failureOf(user.client.call(killTrialRoute, { id: trialId }))).toBe(
    `NotFound: experiment '${id}' not found`,
  );
  expect(await failureOf(user.client.call(killTrialRoute, { id: 99_999 }))).toBe("NotFound: trial '99999' not found");
});

test('[API-083, API-230] the trials of an experiment are paged, sorted and chosen by state', async () => {
  const config =
    'name: list\nsearcher: {name: random, metric: loss, max_trials: 3, smaller_is_better: false}\nhyperparameters: {lr: 0.1}';
  const { experiment } = await user.client.call(createExperimentRoute, { config, unmanaged: true });
  const experimentId = experiment?.id ?? 0;
  const ids: number[] = [];
  for (const loss of [0.5, 0.9, null]) {
    const { trial } = await user.client.call(createTrialRoute, { experimentId, unmanaged: true });
    const trialId = trial?.id ?? 0;
    ids.push(trialId);
    if (loss === null) continue;
    await user.client.call(reportTrialMetricsRoute, {
      group: 'validation',
      metrics: { trialId, trialRunId: 0, stepsCompleted: loss * 100, metrics: { avgMetrics: { loss } } },
    });
  }
  const [low = 0, high = 0, none = 0] = ids;
  await user.client.call(patchTrialRoute, { trialId: high, state: 'STATE_COMPLETED' });
  const list = async (request: object) =>
    (await user.client.call(getExperimentTrialsRoute, { experimentId, ...request })).trials.map((trial) => trial.id);
  expect(await list({})).toEqual(ids);
  expect(await list({ orderBy: 'ORDER_BY_DESC', limit: 2 })).toEqual([none, high]);
  expect(await list({ limit: 2, offset: 1 })).toEqual([high, none]);
  // Larger is better here, so the best one comes first; what has none comes last in either order.
  expect(await list({ sortBy: 'SORT_BY_BEST_VALIDATION_METRIC' })).toEqual([high, low, none]);
  expect(await list({ sortBy: 'SORT_BY_LATEST_VALIDATION_METRIC', orderBy: 'ORDER_BY_DESC' })).toEqual([
    low,
    high,
    none,
  ]);
  expect(await list({ sortBy: 'SORT_BY_BATCHES_PROCESSED' })).toEqual([none, low, high]);
  expect(await list({ sortBy: 'SORT_BY_END_TIME' })).toEqual([high, low, none]);
  expect(await list({ states: ['STATE_COMPLETED'] })).toEqual([high]);
  expect(await list({ states: ['STATE_PAUSED', 'STATE_COMPLETED'] })).toEqual(ids);
  for (const sortBy of GetExperimentTrialsRequestSortBy) expect((await list({ sortBy })).length, sortBy).toBe(3);
  const unknown = user.client.call(getExperimentTrialsRoute, { experimentId: 9999 });
  expect(await failureOf(unknown)).toBe("NotFound: experiment '9999' not found");
});
