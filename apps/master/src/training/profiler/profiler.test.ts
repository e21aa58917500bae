import type { RequestInput } from '@determined/contract/route.ts';
import { unpackCurve } from '@determined/contract/training/curves.ts';
import { getTrialSystemCurveRoute } from '@determined/contract/training/ext-routes.ts';
import {
  compareTrialsRoute,
  expMetricNamesRoute,
  getMetricsRoute,
  reportTrialMetricsRoute,
} from '@determined/contract/training/metrics-routes.ts';
import {
  getTrialProfilerAvailableSeriesRoute,
  getTrialProfilerMetricsRoute,
  postTrialProfilerMetricsBatchRoute,
} from '@determined/contract/training/profiler-routes.ts';
import { getTrialRoute, patchTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealSeries } from '../metrics/seal-metrics.ts';
import { makeUnmanaged } from '../metrics/testing/make-unmanaged.ts';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster?.stop());

const db = () => cluster.master.db;
const client = () => cluster.admin.client;

const system = 'PROFILER_METRIC_TYPE_SYSTEM' as const;
const start = Date.parse('2026-11-22T10:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString().replace('.000Z', 'Z');

async function aTrial() {
  const { experimentId, trials } = await makeUnmanaged(db());
  return { experimentId, trialId: trials[0]?.id ?? 0 };
}

/** As the client of today reports. Facts: trial runtime 9.1. */
const report = (trialId: number, group: string, reportTime: string, avgMetrics: Record<string, unknown>, runId = 0) =>
  client().call(reportTrialMetricsRoute, {
    metrics: { trialId, trialRunId: runId, reportTime, metrics: { avgMetrics } },
    group,
  });

type Labels = RequestInput<typeof getTrialProfilerMetricsRoute>['labels'];

interface Sent {
  values?: number[];
  batches?: number[];
  timestamps?: string[];
  labels?: Labels | null;
}

/** As clients did before that. */
const post = (trialId: number, ...batches: Sent[]) =>
  client().call(postTrialProfilerMetricsBatchRoute, {
    batches: batches.map(({ values = [1], batches: steps = values.map(() => 0), timestamps = [at(0)], labels }) => ({
      values,
      batches: steps,
      timestamps,
      labels:
        labels === null
          ? null
          : {
              trialId,
              name: 'cpu_util_simple',
              agentId: 'node-1',
              metricType: system,
              ...labels,
            },
    })),
  });

async function collect<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

const seriesOf = async (trialId: number) =>
  (await collect(client().stream(getTrialProfilerAvailableSeriesRoute, { trialId, follow: false }))).map(({ labels }) =>
    labels.map(({ agentId, gpuUuid, name, metricType }) => [agentId, gpuUuid, name, metricType]),
  );

const metricsOf = async (trialId: number, labels: Labels) =>
  (await collect(client().stream(getTrialProfilerMetricsRoute, { labels: { trialId, ...labels }, follow: false }))).map(
    ({ batch }) => batch,
  );

const pointsOf = async (trialId: number, labels: Labels) =>
  (await metricsOf(trialId, labels)).map((batch) => [
    batch?.labels?.agentId,
    batch?.labels?.gpuUuid,
    batch?.timestamps[0],
    batch?.batches[0],
    batch?.values[0],
  ]);

const curveOf = (
  trialId: number,
  query: { name: string; device?: string; from?: number; to?: number; maxPoints?: number },
) =>
  client()
    .call(getTrialSystemCurveRoute, { params: { trialId }, query: { agentId: 'node-1', ...query } })
    .then(unpackCurve);

describe('what a trial’s machines report', () => {
  let trialId: number;
  let experimentId: number;
  beforeAll(async () => {
    ({ trialId, experimentId } = await aTrial());
    // The same series by both ways, in turns; a part of it sealed.
    await post(trialId, { values: [10, 20], batches: [3, 4], timestamps: [at(1), at(2)] });
    await report(trialId, 'cpu', at(3), { 'node-1': { cpu_util_simple: 30 } });
    await report(trialId, 'gpu', at(3), {
      'node-1': { 'GPU-a': { gpu_util: 1, gpu_free_memory: 2 ** 40 + 1 }, 'GPU-b': { gpu_util: 2 } },
    });
    await sealSeries(db(), trialId, 'system.cpu');
    await sealSeries(db(), trialId, 'system.gpu');
    await post(
      trialId,
      { values: [40], timestamps: [at(4)] },
      { values: [3], timestamps: [at(4)], labels: { name: 'gpu_util', gpuUuid: 'GPU-a' } },
    );
    await report(trialId, 'cpu', at(5), { 'node-2': { cpu_util_simple: 'NaN' } });
    await report(trialId, 'disk', at(5), { 'node-1': { disk_iops: 7, '/': { disk_util: 41.5 } } });
    await report(trialId, 'memory', at(5), { 'node-1': { memory_free: 12 } });
    await report(trialId, 'network', at(5), { 'node-1': { net_throughput_sent: 1.5 } });
  });

  test('is one series a metric, agent and GPU, whichever way it came; those of single disks are not listed', async () => {
    expect(await seriesOf(trialId)).toEqual([
      [
        ['node-1', 'GPU-a', 'gpu_free_memory', system],
        ['node-1', 'GPU-a', 'gpu_util', system],
        ['node-1', 'GPU-b', 'gpu_util', system],
        ['node-1', '', 'cpu_util_simple', system],
        ['node-1', '', 'disk_iops', system],
        ['node-1', '', 'memory_free', system],
        ['node-1', '', 'net_throughput_sent', system],
        ['node-2', '', 'cpu_util_simple', system],
      ],
    ]);
    expect(await pointsOf(trialId, { name: 'cpu_util_simple', agentId: 'node-1' })).toEqual([
      ['node-1', '', at(1), 3, 10],
      ['node-1', '', at(2), 4, 20],
      ['node-1', '', at(3), 0, 30],
      ['node-1', '', at(4), 0, 40],
    ]);
    expect(await curveOf(trialId, { name: 'cpu_util_simple' })).toMatchObject({
      x: [1, 2, 3, 4].map((seconds) => start + seconds * 1000),
      last: [10, 20, 30, 40],
    });
    expect((await curveOf(trialId, { name: 'disk_util', device: '/' })).last).toEqual([41.5]);
  });

  test('is narrowed by each label; without a GPU there is a batch for each', async () => {
    expect(await pointsOf(trialId, { name: 'gpu_util' })).toEqual([
      ['node-1', 'GPU-a', at(3), 0, 1],
      ['node-1', 'GPU-b', at(3), 0, 2],
      ['node-1', 'GPU-a', at(4), 0, 3],
    ]);
    expect(await pointsOf(trialId, { name: 'gpu_util', gpuUuid: 'GPU-a' })).toHaveLength(2);
    expect(await pointsOf(trialId, { name: 'cpu_util_simple', agentId: 'node-2' })).toEqual([
      ['node-2', '', at(5), 0, Number.NaN],
    ]);
    expect(await pointsOf(trialId, { name: 'gpu_util', agentId: 'node-2' })).toEqual([]);
    expect(await pointsOf(trialId, { name: 'gpu_free_memory', metricType: system })).toEqual([
      ['node-1', 'GPU-a', at(3), 0, 2 ** 40 + 1],
    ]);
    expect(await pointsOf(trialId, { name: 'gpu_util', metricType: 'PROFILER_METRIC_TYPE_TIMING' })).toEqual([]);
    const [batch] = await metricsOf(trialId, { name: 'memory_free' });
    expect(batch?.labels).toEqual({ trialId, name: 'memory_free', agentId: 'node-1', gpuUuid: '', metricType: system });
  });

  test('is no metric of its training: no summary, no name, no stream, no curve', async () => {
    const { trial } = await client().call(getTrialRoute, { trialId });
    expect(trial?.summaryMetrics ?? {}).toEqual({});
    for (const group of ['cpu', 'gpu']) {
      expect(await collect(client().stream(getMetricsRoute, { trialIds: [trialId], group }))).toEqual([]);
    }
    await client().call(patchTrialRoute, { trialId, state: 'STATE_COMPLETED' });
    const [names] = await collect(client().stream(expMetricNamesRoute, { ids: [experimentId] }));
    expect(names?.metricNames).toEqual([]);
    const compared = await client().call(compareTrialsRoute, {
      trialIds: [trialId],
      metricIds: ['cpu.cpu_util_simple'],
    });
    expect(compared.trials.flatMap(({ metrics }) => metrics)).toEqual([]);
  });
});

test('what a machine reported stays when a later run goes back', async () => {
  const { trialId } = await aTrial();
  // Its step is beyond what is gone back to.
  await post(trialId, { values: [1], batches: [7], timestamps: [at(1)] });
  const training = (trialRunId: number, stepsCompleted: number) =>
    client().call(reportTrialMetricsRoute, {
      metrics: { trialId, trialRunId, stepsCompleted, metrics: { avgMetrics: { loss: 1 } } },
      group: 'training',
    });
  await training(0, 5);
  await db().updateTable('trials').set({ run_id: 1 }).where('id', '=', trialId).execute();
  await training(1, 0);
  await report(trialId, 'cpu', at(2), { 'node-1': { cpu_util_simple: 2 } }, 1);
  await sealSeries(db(), trialId, 'system.cpu');
  expect((await curveOf(trialId, { name: 'cpu_util_simple' })).last).toEqual([1, 2]);
  expect(await pointsOf(trialId, { name: 'cpu_util_simple' })).toHaveLength(2);
});

test('[API-113] who follows a series gets what comes of it, by each label, and the end with the trial’s', async () => {
  const { trialId } = await aTrial();
  const wanted = { name: 'gpu_util', agentId: 'node-1', gpuUuid: 'GPU-a' };
  const others = [{ name: 'gpu_free_memory' }, { agentId: 'node-2' }, { gpuUuid: 'GPU-b' }];
  const send = (value: number, seconds: number) =>
    post(
      trialId,
      ...[{}, ...others].map((label, other) => ({
        values: [value + other],
        timestamps: [at(seconds)],
        labels: { trialId, ...wanted, ...label },
      })),
    );
  await send(10, 0);
  const labels = { trialId, ...wanted, metricType: system };
  const seen: unknown[] = [];
  let told: () => void = () => {};
  const first = new Promise<void>((resolve) => {
    told = resolve;
  });
  const following = (async () => {
    for await (const { batch } of client().stream(getTrialProfilerMetricsRoute, { labels, follow: true })) {
      seen.push(batch?.values);
      told();
    }
  })();
  await first;
  await send(20, 1);
  await client().call(patchTrialRoute, { trialId, state: 'STATE_COMPLETED' });
  await following;
  expect(seen).toEqual([[10], [20]]);
  // A timing is none of these.
  expect(await metricsOf(trialId, { ...labels, metricType: 'PROFILER_METRIC_TYPE_TIMING' })).toEqual([]);
});

test('[API-112] who follows the list of series hears of new ones, until the trial’s end', async () => {
  const { trialId } = await aTrial();
  await post(trialId, {});
  const seen: string[][] = [];
  let told: () => void = () => {};
  const first = new Promise<void>((resolve) => {
    told = resolve;
  });
  const following = (async () => {
    for await (const { labels } of client().stream(getTrialProfilerAvailableSeriesRoute, { trialId, follow: true })) {
      seen.push(labels.map(({ name }) => name));
      told();
    }
  })();
  await first;
  await post(trialId, { labels: { trialId, name: 'memory_free', agentId: 'node-1' } });
  await client().call(patchTrialRoute, { trialId, state: 'STATE_COMPLETED' });
  await following;
  expect(seen).toEqual([['cpu_util_simple'], ['cpu_util_simple', 'memory_free']]);
});

describe('a batch that is refused', () => {
  const good = { values: [1, 2], timestamps: [at(0), at(1)] };
  const equal = 'values, batches and timestamps should be equal sized arrays';
  const refused: [string, Sent, string][] = [
    ['fewer values', { ...good, values: [1], batches: [0, 1] }, equal],
    ['fewer steps', { ...good, batches: [0] }, equal],
    ['fewer times', { ...good, timestamps: [at(0)] }, equal],
    ['no labels', { labels: null }, 'labels must be given'],
    ['no agent', { labels: { agentId: '' } }, 'labels.agentId must be given'],
    ['no name', { labels: { name: '' } }, 'labels.name must begin with one of'],
    ['an unknown name', { labels: { name: 'loss' } }, 'labels.name must begin with one of'],
    ['a timing', { labels: { metricType: 'PROFILER_METRIC_TYPE_TIMING' } }, 'labels.metricType must be'],
    ['a long name', { labels: { name: `cpu_${'x'.repeat(600)}` } }, 'labels.name cannot be longer than 600 bytes'],
    ['a NUL', { labels: { gpuUuid: 'a\0' } }, 'labels.gpuUuid cannot contain'],
    ['a time long ago', { timestamps: ['1969-12-31T23:59:59Z'] }, 'timestamps must lie between'],
    [
      'too much',
      { values: Array(50_001).fill(1), timestamps: Array(50_001).fill(at(0)) },
      'batches cannot hold more than 50000 values together',
    ],
  ];
  test.each(refused)('%s: says so, and nothing of the request is stored', async (_what, batch, message) => {
    const { trialId } = await aTrial();
    await expect(post(trialId, good, batch)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(message),
    });
    expect(await seriesOf(trialId)).toEqual([[]]);
  });

  test('a trial that is not there: nothing of the others’ is stored', async () => {
    const { trialId } = await aTrial();
    await expect(post(trialId, good, { labels: { trialId: 999_999 } })).rejects.toMatchObject({ status: 404 });
    expect(await seriesOf(trialId)).toEqual([[]]);
  });

  test('an unknown trial or metric is not read either', async () => {
    const { trialId } = await aTrial();
    await expect(seriesOf(999_999)).rejects.toMatchObject({ status: 404 });
    await expect(metricsOf(trialId, { name: 'loss' })).rejects.toMatchObject({ status: 400 });
    await expect(curveOf(trialId, { name: 'loss' })).rejects.toMatchObject({ status: 400 });
    await expect(curveOf(trialId, { name: 'cpu_x', from: 2, to: 1 })).rejects.toMatchObject({
      status: 400,
      message: 'from must not lie after to',
    });
  });
});

describe('a long series, sealed', () => {
  let trialId: number;
  const count = 9_000;
  const value = (index: number) => (index === 5_000 ? 99 : index === 7_000 ? -99 : index % 10);
  beforeAll(async () => {
    ({ trialId } = await aTrial());
    await sql`insert into metric_reports (trial_id, group_name, run_id, steps, end_time, metrics)
      select ${trialId}, 'system.cpu', 0, 0, ${at(0)}::timestamptz + n * interval '100 milliseconds',
        '{"[\\"node-1\\",\\"cpu_util_simple\\"]":' || case n when 5000 then 99 when 7000 then -99 else n % 10 end || '}'
      from generate_series(0, ${count - 1}::int) n`.execute(db());
    await sealSeries(db(), trialId, 'system.cpu');
  });

  test('shares chunks by 4,096', async () => {
    const { rows } = await sql`select row_count from metric_chunks where trial_id = ${trialId} order by id`.execute(
      db(),
    );
    expect(rows).toEqual([4096, 4096, 808].map((row_count) => ({ row_count })));
  });

  test('comes in as many buckets as asked for, with its extremes and its end', async () => {
    const { x, last, min, max } = await curveOf(trialId, { name: 'cpu_util_simple', maxPoints: 100 });
    expect(x).toHaveLength(100);
    expect([Math.min(...(min as number[])), Math.max(...(max as number[]))]).toEqual([-99, 99]);
    expect([x.at(-1), last.at(-1)]).toEqual([start + (count - 1) * 100, value(count - 1)]);
    expect(x).toEqual([...x].sort((left, right) => left - right));
  });

  test('comes value by value within a short window, both ends included', async () => {
    const window = { from: start + 409_500, to: start + 410_500 };
    const curve = await curveOf(trialId, { name: 'cpu_util_simple', ...window });
    const indexes = Array.from({ length: 11 }, (_, index) => 4095 + index);
    expect(curve).toMatchObject({ x: indexes.map((index) => start + index * 100), last: indexes.map(value) });
  });

  test('comes whole by the old call too', async () => {
    const points = await pointsOf(trialId, { name: 'cpu_util_simple' });
    expect(points.map((point) => point[4])).toEqual(Array.from({ length: count }, (_, index) => value(index)));
  });
});
