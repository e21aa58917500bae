import { ExperimentState } from '@determined/contract/tasks/tasks-messages-generated.ts';
import { getCheckpointRoute, reportCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import {
  createExperimentRoute,
  getExperimentRoute,
  getExperimentsRoute,
  searchExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { postRunMetadataRoute, searchRunsRoute } from '@determined/contract/training/runs-routes.ts';
import {
  createTrialRoute,
  getTrialRoute,
  getTrialWorkloadsRoute,
  patchTrialRoute,
  postTrialRunnerMetadataRoute,
  putTrialRetainLogsRoute,
  startTrialRoute,
} from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredExperimentState } from '../life/shared/life-tables.ts';

let cluster: DevCluster;
let experimentId: number;
let trialId: number;
let taskId: string;
const uuids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
const client = () => cluster.admin.client;

// Two validations with a checkpoint each, the first the better one; then a training report, and the end.
beforeAll(async () => {
  cluster = await startDevCluster();
  const { experiment } = await client().call(createExperimentRoute, {
    config: 'name: facts\nsearcher: {name: single, metric: loss}\nhyperparameters: {}',
    unmanaged: true,
  });
  experimentId = experiment?.id ?? 0;
  const made = await client().call(createTrialRoute, { experimentId, hparams: { lr: 0.5 }, unmanaged: true });
  trialId = made.trial?.id ?? 0;
  taskId = made.trial?.taskId ?? '';
  await client().call(startTrialRoute, { trialId, resume: true });
  for (const [i, uuid] of uuids.entries()) {
    const stepsCompleted = 10 * (i + 1);
    for (const group of ['training', 'validation'])
      await report(group, stepsCompleted, { loss: 0.25 * (i + 1), [`only ${group}`]: i });
    await client().call(reportCheckpointRoute, {
      checkpoint: {
        uuid,
        taskId,
        reportTime: `2026-01-02T03:04:0${i}Z`,
        resources: { 'w.bin': 100 + i },
        metadata: { steps_completed: stepsCompleted },
        state: 'STATE_COMPLETED',
      },
    });
  }
  await report('training', 30, { loss: 0.75 });
  await client().call(postTrialRunnerMetadataRoute, { trialId, metadata: { state: 'training' } });
  await client().call(postRunMetadataRoute, { runId: trialId, metadata: { note: 'kept' } });
  await client().call(putTrialRetainLogsRoute, { trialId, numDays: 7 });
  await client().call(patchTrialRoute, { trialId, state: 'STATE_COMPLETED' });
});
afterAll(() => cluster.stop());

const report = (group: string, stepsCompleted: number, avgMetrics: Record<string, unknown>) =>
  client().call(reportTrialMetricsRoute, {
    metrics: { trialId, trialRunId: 1, stepsCompleted, metrics: { avgMetrics } },
    group,
  });
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

test('[TRIAL-037] a trial tells who it is, when it ran, its best checkpoint, its best and its latest validation', async () => {
  const { trial } = await client().call(getTrialRoute, { trialId });
  expect(trial).toMatchObject({
    id: trialId,
    experimentId,
    state: 'STATE_COMPLETED',
    startTime: time,
    endTime: time,
    restarts: 0,
    bestCheckpoint: { totalBatches: 10, uuid: uuids[0], state: 'STATE_COMPLETED' },
    bestValidation: { totalBatches: 10, metrics: { avgMetrics: { loss: 0.25 } } },
    latestValidation: { totalBatches: 20, metrics: { avgMetrics: { loss: 0.5 } } },
  });
});

test('[TRIAL-038] a trial tells how far it came, what it keeps, and what was said of it', async () => {
  const { trial } = await client().call(getTrialRoute, { trialId });
  expect(trial).toMatchObject({
    checkpointCount: 2,
    totalBatchesProcessed: 30,
    totalCheckpointSize: 201,
    hparams: { lr: 0.5 },
    summaryMetrics: { avg_metrics: { loss: { count: 3, last: 0.75 } }, validation_metrics: { loss: { count: 2 } } },
    logRetentionDays: 7,
    runnerState: 'training',
    taskId,
    metadata: { note: 'kept' },
  });
  const { experiments } = await client().call(searchExperimentsRoute, {});
  expect(experiments[0]?.bestTrial).toMatchObject({ id: trialId, searcherMetricValue: 0.25 });
});

test("[EXP-036] an experiment tells its best trial and that trial's value, and whether it is of many", async () => {
  const { experiments } = await client().call(searchExperimentsRoute, {});
  expect(experiments.find(({ experiment }) => experiment?.id === experimentId)?.bestTrial).toMatchObject({
    id: trialId,
  });
  const row = { params: { projectId: 1 }, query: { columns: 'searcherMetricsVal' } };
  const { rows } = await client().call(getExperimentRowsRoute, row);
  expect(rows.find(({ id }) => id === experimentId)?.cells).toEqual({ searcherMetricsVal: 0.25 });
  const many = await client().call(createExperimentRoute, {
    config:
      'name: many\nentrypoint: x\nresources: {slots_per_trial: 0}\nsearcher: {name: random, metric: loss, max_trials: 2}\nhyperparameters: {}',
  });
  const { runs } = await client().call(searchRunsRoute, {});
  const ofMany = new Map(runs.map(({ experiment }) => [experiment?.id, experiment?.isMultitrial]));
  expect([ofMany.get(experimentId), ofMany.get(many.experiment?.id)]).toEqual([false, true]);
});

test('[TRIAL-041] a checkpoint tells its state, its batches and when, and what was reported there', async () => {
  const { workloads } = await client().call(getTrialWorkloadsRoute, { trialId, filter: 'FILTER_OPTION_CHECKPOINT' });
  expect(workloads.flatMap(({ checkpoint }) => (checkpoint ? [checkpoint] : []))).toEqual(
    uuids.map((uuid, i) =>
      expect.objectContaining({
        uuid,
        state: 'STATE_COMPLETED',
        totalBatches: 10 * (i + 1),
        endTime: expect.stringMatching(`^2026-01-02T03:04:0${i}`),
      }),
    ),
  );
  const { checkpoint } = await client().call(getCheckpointRoute, { checkpointUuid: uuids[1] ?? '' });
  expect(checkpoint?.training).toMatchObject({
    trainingMetrics: { avgMetrics: { loss: 0.5, 'only training': 1 } },
    validationMetrics: { avgMetrics: { loss: 0.5, 'only validation': 1 } },
  });
});

test('[TRIAL-045] workloads stand by their batches, the least first, where nothing else is asked for', async () => {
  const batches = async (request: object) => {
    const { workloads } = await client().call(getTrialWorkloadsRoute, { trialId, ...request });
    return workloads.map((one) => (one.training ?? one.validation ?? one.checkpoint)?.totalBatches);
  };
  const order = await batches({});
  expect([order.length, order]).toEqual([7, order.toSorted((a = 0, b = 0) => a - b)]);
  expect(new Set(order)).toEqual(new Set([10, 20, 30]));
  expect(await batches({ sortKey: 'batches' })).toEqual(order);
});

test('[EXP-047] an experiment is told, and found, in the states that say how it is stopping', () =>
  toldIn(['STOPPING_COMPLETED', 'STOPPING_CANCELED', 'STOPPING_ERROR', 'STOPPING_KILLED']));

test('an experiment is told, and found, in the states that it was asked for, and of being deleted', () =>
  toldIn(['PAUSED', 'COMPLETED', 'CANCELED', 'ERROR', 'DELETING', 'DELETE_FAILED']));

async function toldIn(states: readonly StoredExperimentState[]): Promise<void> {
  const { experiment } = await client().call(createExperimentRoute, {
    config: 'name: in a state\nsearcher: {name: single, metric: loss}\nhyperparameters: {}',
    unmanaged: true,
  });
  const id = experiment?.id ?? 0;
  for (const state of states) {
    // Most of them last for moments only.
    await cluster.master.db.updateTable('experiments').set({ state }).where('id', '=', id).execute();
    const { experiment: told } = await client().call(getExperimentRoute, { experimentId: id });
    expect(told?.state).toBe(`STATE_${state}`);
    const { experiments } = await client().call(getExperimentsRoute, { states: [`STATE_${state}`] });
    expect(experiments.map((one) => one.id)).toContain(id);
    const { experiments: others } = await client().call(getExperimentsRoute, { states: ['STATE_ACTIVE'] });
    expect(others.map((one) => one.id)).not.toContain(id);
  }
}

test('[EXP-046] an active experiment is told by what its allocation does, asked for as active, and else told as it is', async () => {
  const { experiment } = await client().call(createExperimentRoute, {
    config:
      'name: goes on\nentrypoint: x\nsearcher: {name: single, metric: loss}\nhyperparameters: {}\nresources: {slots_per_trial: 0}',
    activate: true,
  });
  const id = experiment?.id ?? 0;
  const told = async () => (await client().call(getExperimentRoute, { experimentId: id })).experiment?.state;
  // There is no machine: it waits.
  expect(await told()).toBe('STATE_QUEUED');
  const { db } = cluster.master;
  const { job_id } = await db.selectFrom('experiments').select('job_id').where('id', '=', id).executeTakeFirstOrThrow();
  for (const state of ['PULLING', 'STARTING', 'RUNNING'] as const) {
    await db
      .updateTable('allocations')
      .set({ state })
      .where('task_id', 'in', db.selectFrom('tasks').select('id').where('job_id', '=', job_id))
      .execute();
    expect(await told()).toBe(`STATE_${state}`);
    const { experiments } = await client().call(getExperimentsRoute, { states: ['STATE_ACTIVE'] });
    expect(experiments.map((one) => one.id)).toContain(id);
  }
  for (const state of ['PAUSED', 'COMPLETED', 'CANCELED', 'ERROR'] as const) {
    await db.updateTable('experiments').set({ state }).where('id', '=', id).execute();
    expect(await told()).toBe(`STATE_${state}`);
  }
  expect(ExperimentState).toEqual(expect.arrayContaining(['STATE_UNSPECIFIED', 'STATE_ACTIVE']));
});

test('what is no stored state of experiments cannot be asked for', async () => {
  for (const state of ['STATE_QUEUED', 'STATE_SLEEPING']) {
    const reply = await cluster.fetch(`/api/v1/experiments?states=${state}`, { token: cluster.admin.token });
    expect([state, reply.status]).toEqual([state, 400]);
  }
});
