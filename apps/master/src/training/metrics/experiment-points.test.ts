import { getExperimentPointsRoute } from '@determined/contract/training/ext-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { createTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealSeries } from './seal-metrics.ts';
import { makeUnmanaged } from './testing/make-unmanaged.ts';

let cluster: DevCluster;
let experimentId: number;
const ids: number[] = [];
beforeAll(async () => {
  cluster = await startDevCluster();
  ({ experimentId } = await makeUnmanaged(cluster.master.db, { trials: 0 }));
  const sets = [
    { lr: 0.1, net: { depth: 2, name: 'wide' }, layers: [1, 2] },
    { lr: 0.01, net: { depth: 4 }, drop: true },
    { lr: 0.001 },
    { lr: 7 },
  ];
  for (const hparams of sets) {
    const { trial } = await cluster.admin.client.call(createTrialRoute, { experimentId, unmanaged: true, hparams });
    ids.push(trial?.id ?? 0);
  }
  const [first = 0, second = 0, third = 0] = ids;
  for (const [step, loss] of [
    [100, 3],
    [108, 0.5],
    [200, 2],
  ] as const)
    await report(first, step, loss);
  for (const [step, loss] of [
    [95, 4],
    [105, 1],
  ] as const)
    await report(second, step, loss);
  await report(third, 100, 'NaN');
  // Sealed or not, points are the same.
  await sealSeries(cluster.master.db, first, 'validation');
});
afterAll(() => cluster?.stop());

const report = (trialId: number, steps: number, loss: number | 'NaN') =>
  cluster.admin.client.call(reportTrialMetricsRoute, {
    metrics: { trialId, trialRunId: 0, stepsCompleted: steps, metrics: { avgMetrics: { loss } } },
    group: 'validation',
  });

const points = (query: { batch?: number; margin?: number; better?: 'smaller' | 'larger' } = {}) =>
  cluster.admin.client.call(getExperimentPointsRoute, {
    params: { experimentId },
    query: { metric: 'loss', ...query },
  });

test('without a batch each trial has its best, and its hyperparameters by column', async () => {
  const [first, second, third] = ids;
  const reply = await points();
  expect(reply).toMatchObject({ metric: 'loss', group: 'validation', smallerIsBetter: true, total: 3 });
  expect(reply.trials).toEqual([first, second, third]);
  expect(reply.values).toEqual([0.5, 1, null]);
  expect(reply.batches).toEqual([null, null, null]);
  expect(reply.states).toHaveLength(3);
  expect(Object.fromEntries(reply.hyperparameters.map(({ name, values }) => [name, values]))).toEqual({
    lr: [0.1, 0.01, 0.001],
    'net.depth': [2, 4, null],
    'net.name': ['wide', null, null],
    layers: ['[1,2]', null, null],
    drop: [null, 'true', null],
  });
  expect(await points({ batch: 0, better: 'larger' })).toMatchObject({
    smallerIsBetter: false,
    basis: 'asked',
    trials: [second, first, third],
    values: [4, 3, null],
  });
});

test('at a batch each trial has the report nearest to it, of two as near the later; without one it is left out', async () => {
  const [first, second, third] = ids;
  expect(await points({ batch: 100 })).toMatchObject({
    total: 3,
    trials: [second, first, third],
    values: [1, 3, null],
    batches: [105, 100, 100],
  });
  expect(await points({ batch: 201, margin: 1 })).toMatchObject({
    total: 1,
    trials: [first],
    values: [2],
    batches: [200],
  });
  expect(await points({ batch: 150, margin: 20 })).toMatchObject({ total: 0, trials: [], hyperparameters: [] });
});

test('margins over 100 are refused', async () => {
  await expect(points({ batch: 1, margin: 101 })).rejects.toThrow('margin must be <= 100');
});
