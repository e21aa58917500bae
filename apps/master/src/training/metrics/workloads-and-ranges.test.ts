import { getProjectNumericMetricsRangeRoute } from '@determined/contract/organisation/projects-routes.ts';
import type { RequestInput } from '@determined/contract/route.ts';
import { patchCheckpointsRoute, reportCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { getBestSearcherValidationMetricRoute } from '@determined/contract/training/searchers-routes.ts';
import { getTrialWorkloadsRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealSeries } from './seal-metrics.ts';
import { listMetricColumns } from './shared/metric-columns.ts';
import { makeUnmanaged, type Unmanaged } from './testing/make-unmanaged.ts';

let cluster: DevCluster;
let made: Unmanaged;
let trialId: number;
// As recorded in the contract's samples: ten training reports, a validation and a checkpoint at 50 and at 100.
beforeAll(async () => {
  cluster = await startDevCluster();
  made = await makeUnmanaged(db(), { trials: 2, searcherType: 'random' });
  const [trial] = made.trials;
  if (!trial) throw new Error('no trial');
  trialId = trial.id;
  for (let steps = 10; steps <= 100; steps += 10) {
    await report('training', steps, { loss: 10 / steps, acc: steps / 100 }, [{ loss: 1 }]);
    if (steps % 50 !== 0) continue;
    await report('validation', steps, { loss: 11 / steps, bad: 'NaN' }, [], '2026-01-02T03:04:05.678901Z');
    await report('inference', steps, { bleu: steps / 10, note: 'text' });
    await client().call(reportCheckpointRoute, {
      checkpoint: {
        uuid: `00000000-0000-0000-0000-000000000${String(steps).padStart(3, '0')}`,
        taskId: trial.taskId,
        reportTime: '2026-01-02T03:04:05Z',
        resources: { 'a/w.bin': 10 },
        metadata: { steps_completed: steps },
        state: 'STATE_COMPLETED',
      },
    });
  }
});
afterAll(() => cluster?.stop());

const db = () => cluster.master.db;
const client = () => cluster.admin.client;

const report = (
  group: string,
  stepsCompleted: number,
  avgMetrics: Record<string, unknown>,
  batchMetrics: Record<string, unknown>[] = [],
  reportTime?: string,
) =>
  client().call(reportTrialMetricsRoute, {
    metrics: { trialId, stepsCompleted, reportTime, metrics: { avgMetrics, batchMetrics } },
    group,
  });

describe('workloads', () => {
  const list = async (request: Partial<RequestInput<typeof getTrialWorkloadsRoute>> = {}) => {
    const reply = await client().call(getTrialWorkloadsRoute, { trialId, ...request });
    const kinds = reply.workloads.map((workload) => {
      const [kind, value] = Object.entries(workload)[0] as [string, { totalBatches: number }];
      return `${kind} ${value.totalBatches}`;
    });
    return { ...reply, kinds };
  };

  test('[TRIAL-043] are training reports, validations and checkpoints by batches', async () => {
    const { kinds, pagination, workloads } = await list();
    expect(kinds.slice(3, 8)).toEqual(['training 40', 'checkpoint 50', 'validation 50', 'training 50', 'training 60']);
    expect(kinds).toHaveLength(14);
    expect(pagination).toEqual({ offset: 0, limit: -1, startIndex: 0, endIndex: 14, total: 14 });
    expect(workloads[0]).toEqual({
      training: {
        endTime: expect.stringMatching(/Z$/),
        metrics: { avgMetrics: { loss: 1, acc: 0.1 }, batchMetrics: [] },
        numInputs: 0,
        totalBatches: 10,
      },
    });
    expect(workloads[4]?.checkpoint).toEqual({
      uuid: '00000000-0000-0000-0000-000000000050',
      endTime: '2026-01-02T03:04:05Z',
      state: 'STATE_COMPLETED',
      resources: { 'a/w.bin': 10 },
      totalBatches: 50,
      metadata: { steps_completed: 50 },
    });
    const { workloads: whole } = await list({ includeBatchMetrics: true, limit: 1 });
    expect(whole[0]?.training?.metrics?.batchMetrics).toEqual([{ loss: 1 }]);
  });

  test('come in the order, kinds and part asked for', async () => {
    expect((await list({ orderBy: 'ORDER_BY_DESC', limit: 2 })).kinds).toEqual(['training 100', 'validation 100']);
    expect((await list({ sortKey: 'loss', limit: 2 })).kinds).toEqual(['training 100', 'validation 100']);
    const byLoss = await list({ sortKey: 'loss', orderBy: 'ORDER_BY_DESC' });
    expect(byLoss.kinds[0]).toBe('training 10');
    expect(byLoss.kinds.slice(-2).sort()).toEqual(['checkpoint 100', 'checkpoint 50']);
    const saved = ['checkpoint 50', 'validation 50', 'checkpoint 100', 'validation 100'];
    expect((await list({ filter: 'FILTER_OPTION_CHECKPOINT' })).kinds).toEqual(saved);
    expect((await list({ filter: 'FILTER_OPTION_CHECKPOINT_OR_VALIDATION' })).kinds).toEqual(saved);
    expect((await list({ filter: 'FILTER_OPTION_VALIDATION' })).kinds).toEqual(['validation 50', 'validation 100']);
    const page = await list({ offset: 3, limit: 2 });
    expect(page.kinds).toEqual(['training 40', 'checkpoint 50']);
    expect(page.pagination).toEqual({ offset: 3, limit: 2, startIndex: 3, endIndex: 5, total: 14 });
    const batches = await list({ includeBatchMetrics: true, limit: 1 });
    expect(batches.workloads[0]?.training?.metrics?.batchMetrics).toEqual([{ loss: 1 }]);
    expect((await list({ limit: 1 })).workloads[0]?.training?.metrics?.batchMetrics).toEqual([]);
    expect((await list({ limit: -2 })).pagination).toMatchObject({ limit: -2, total: 14, endIndex: 0 });
    await expect(list({ trialId: 99_999 })).rejects.toMatchObject({ message: "trial '99999' not found" });
  });

  test('are the same once sealed', async () => {
    const asked: Parameters<typeof list>[0][] = [
      { includeBatchMetrics: true },
      { limit: 3, offset: 6, orderBy: 'ORDER_BY_DESC' },
      { sortKey: 'loss', limit: 5, filter: 'FILTER_OPTION_VALIDATION' },
    ];
    const before = await Promise.all(asked.map(list));
    for (const group of ['training', 'validation']) expect(await sealSeries(db(), trialId, group)).toBeGreaterThan(0);
    expect(await Promise.all(asked.map(list))).toEqual(before);
  });
});

test('[API-104] the workloads of a trial take all that may be asked of them', async () => {
  const uuid = '00000000-0000-0000-0000-000000000100';
  await client().call(patchCheckpointsRoute, { checkpoints: [{ uuid, resources: { resources: {} } }] });
  const list = async (more: Partial<RequestInput<typeof getTrialWorkloadsRoute>>) => {
    const { workloads, pagination } = await client().call(getTrialWorkloadsRoute, { trialId, ...more });
    return { steps: workloads.map((each) => each.checkpoint?.totalBatches), pagination, workloads };
  };
  const saved = { filter: 'FILTER_OPTION_CHECKPOINT' } as const;
  const checkpoints = async (more: object) => (await list({ ...saved, ...more })).steps.filter(Boolean);
  expect(await checkpoints({})).toEqual([50, 100]);
  expect(await checkpoints({ orderBy: 'ORDER_BY_DESC' })).toEqual([100, 50]);
  expect(await checkpoints({ removeDeletedCheckpoints: true })).toEqual([50]);
  const whole = await list(saved);
  const page = await list({ ...saved, offset: 1, limit: 2 });
  expect(page.pagination).toMatchObject({ startIndex: 1, endIndex: 3, total: 4 });
  expect(page.workloads).toEqual(whole.workloads.slice(1, 3));
  const [best] = (await list({ sortKey: 'loss', metricType: 'METRIC_TYPE_VALIDATION', group: 'validation' })).workloads;
  expect((best?.validation ?? best?.training)?.totalBatches).toBe(100);
  const batches = async (includeBatchMetrics: boolean) =>
    (await list({ includeBatchMetrics, limit: 1 })).workloads[0]?.training?.metrics?.batchMetrics;
  expect([await batches(true), await batches(false)]).toEqual([[{ loss: 1 }], []]);
});

test('[API-089] the best searcher metric, and a 404 before there is one', async () => {
  const { experimentId } = made;
  expect(await client().call(getBestSearcherValidationMetricRoute, { experimentId })).toEqual({ metric: 0.11 });
  const fresh = await makeUnmanaged(db());
  await expect(
    client().call(getBestSearcherValidationMetricRoute, { experimentId: fresh.experimentId }),
  ).rejects.toMatchObject({ status: 404, message: 'no validations for experiment' });
});

test('[API-211] metric ranges are those of the best trials; what is not finite does not count', async () => {
  const { project_id: id } = await db()
    .selectFrom('experiments')
    .select('project_id')
    .where('id', '=', made.experimentId)
    .executeTakeFirstOrThrow();
  const other = await makeUnmanaged(db());
  await client().call(reportTrialMetricsRoute, {
    metrics: { trialId: other.trials[0]?.id ?? 0, stepsCompleted: 1, metrics: { avgMetrics: { loss: 3 } } },
    group: 'validation',
  });
  const { ranges } = await client().call(getProjectNumericMetricsRangeRoute, { id });
  const byName = new Map(ranges.map(({ metricsName, min, max }) => [metricsName, [min, max]]));
  expect(byName.get('validation.loss.last')).toEqual([0.11, 3]);
  expect(byName.get('validation.loss.max')).toEqual([0.22, 3]);
  expect(byName.get('training.acc.mean')).toEqual([0.55, 0.55]);
  expect(byName.get('inference.bleu.min')).toEqual([5, 5]);
  expect(byName.get('searcherMetricsVal')).toEqual([0.11, 3]);
  expect([...byName.keys()].filter((name) => name.includes('bad') || name.includes('note'))).toEqual([]);
  await expect(client().call(getProjectNumericMetricsRangeRoute, { id: 99_999 })).rejects.toMatchObject({
    status: 404,
  });
});

test('metric columns: four for a number, the last value of anything else, none for what disagrees but its last', async () => {
  const { project_id: projectId } = await db()
    .selectFrom('experiments')
    .select('project_id')
    .where('id', '=', made.experimentId)
    .executeTakeFirstOrThrow();
  const columns = await listMetricColumns(db(), projectId, 'best trials');
  const number = (name: string, location: string) =>
    ['last', 'max', 'mean', 'min'].map((part) => [`${name}.${part}`, location, 'COLUMN_TYPE_NUMBER']);
  const expected = [
    ...number('training.acc', 'LOCATION_TYPE_TRAINING'),
    ...number('training.loss', 'LOCATION_TYPE_TRAINING'),
    ...number('inference.bleu', 'LOCATION_TYPE_CUSTOM_METRIC'),
    ['inference.note.last', 'LOCATION_TYPE_CUSTOM_METRIC', 'COLUMN_TYPE_TEXT'],
    ...number('validation.bad', 'LOCATION_TYPE_VALIDATIONS'),
    ...number('validation.loss', 'LOCATION_TYPE_VALIDATIONS'),
  ];
  expect(columns.map(({ column, location, type }) => [column, location, type])).toEqual(expected);
  const [, second] = made.trials;
  await client().call(reportTrialMetricsRoute, {
    metrics: { trialId: second?.id ?? 0, stepsCompleted: 1, metrics: { avgMetrics: { note: 5 } } },
    group: 'inference',
  });
  const ofRuns = await listMetricColumns(db(), projectId, 'all runs');
  expect(ofRuns.filter(({ column }) => column.startsWith('inference.note'))).toEqual([
    { column: 'inference.note.last', location: 'LOCATION_TYPE_CUSTOM_METRIC', type: 'COLUMN_TYPE_UNSPECIFIED' },
  ]);
});
