import type { Reply, RequestInput } from '@determined/contract/route.ts';
import { unpackCurve } from '@determined/contract/training/curves.ts';
import { getExperimentCurvesRoute } from '@determined/contract/training/ext-routes.ts';
import {
  compareTrialsRoute,
  expMetricNamesRoute,
  getExperimentValidationHistoryRoute,
  getMetricsRoute,
  metricBatchesRoute,
  reportTrialMetricsRoute,
  reportTrialTrainingMetricsRoute,
  reportTrialValidationMetricsRoute,
  trialsSampleRoute,
  trialsSnapshotRoute,
} from '@determined/contract/training/metrics-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ofTable, rowsRead, rowsReadSince } from '#platform/db/testing/rows-read.ts';
import { sealSeries } from './seal-metrics.ts';
import { makeUnmanaged, type Unmanaged } from './testing/make-unmanaged.ts';
import vectors from './vectors/metrics-downsampling.json' with { type: 'json' };

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster?.stop());

const db = () => cluster.master.db;

function report(
  trialId: number,
  group: string,
  stepsCompleted: number | undefined,
  avgMetrics: Record<string, unknown>,
  more: { trialRunId?: number; reportTime?: string; batchMetrics?: Record<string, unknown>[] } = {},
) {
  const { trialRunId = 0, reportTime, batchMetrics } = more;
  return cluster.admin.client.call(reportTrialMetricsRoute, {
    metrics: { trialId, trialRunId, stepsCompleted, reportTime, metrics: { avgMetrics, batchMetrics } },
    group,
  });
}

async function collect<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

const streamed = async <T>(lines: AsyncIterable<T>): Promise<T> => (await collect(lines))[0] as T;

describe('a report', () => {
  let trialId: number;
  beforeAll(async () => {
    trialId = (await makeUnmanaged(db())).trials[0]?.id ?? 0;
  });

  const refused: [string, Parameters<typeof report>, number, string][] = [
    ['no group', [0, '', 1, { x: 1 }], 400, 'metric group cannot be empty'],
    ['a dot in the group', [0, 'a.b', 1, { x: 1 }], 400, "metric group cannot contain '.'"],
    [
      'no steps',
      [0, 'extra', undefined, { x: 1 }],
      400,
      'failed to exec transaction (add trial metrics extra): stepsCompleted must be given',
    ],
    [
      'another run',
      [0, 'training', 1, { x: 1 }, { trialRunId: 7 }],
      400,
      'failed to exec transaction (add trial metrics training): invalid run id, 7 (reported) != 0 (expected): invalid arguments',
    ],
    [
      'an epoch that is no number',
      [0, 'training', 1, { epoch: 'two' }],
      400,
      "cannot add metric with non numeric 'epoch' value got two",
    ],
    ['a group that stands for another', [0, 'avg_metrics', 1, { x: 1 }], 400, "metric group cannot be 'avg_metrics'"],
    ['a very long group', [0, 'ä'.repeat(251), 1, { x: 1 }], 400, 'metric group cannot be longer than 500 bytes'],
    [
      'a very long name',
      [0, 'training', 1, { ['n'.repeat(2_001)]: 1 }],
      400,
      `metric name cannot be longer than 2000 bytes: ${'n'.repeat(100)}…`,
    ],
    [
      'a time that no clock shows',
      [0, 'training', 1, { x: 1 }, { reportTime: '9999-12-31T23:59:59.999999Z' }],
      400,
      'reportTime must lie between the years 1970 and 2112',
    ],
    ['a blank name', [0, 'training', 1, { '': 1 }], 400, 'metric name cannot be empty'],
    [
      'NUL',
      [0, 'training', 1, { x: 'a\0' }],
      400,
      'metrics cannot contain the character U+0000 or half a surrogate pair',
    ],
    [
      'a searcher metric that is no number',
      [0, 'validation', 1, { loss: 'abc' }],
      400,
      'failed to exec transaction (add trial metrics validation): searcher metric \'loss\' is not a number: "abc"',
    ],
  ];
  test.each(refused)('with %s is refused and leaves nothing', async (_, [, ...args], status, message) => {
    await expect(report(trialId, ...args)).rejects.toMatchObject({ status, message });
    const rows = await db().selectFrom('metric_reports').select('id').where('trial_id', '=', trialId).execute();
    expect(rows).toEqual([]);
  });

  test('of an unknown trial is a 404', async () => {
    await expect(report(99_999, 'training', 1, { x: 1 })).rejects.toMatchObject({
      status: 404,
      message: "trial '99999' not found",
    });
  });

  test('without metrics is a 400', async () => {
    const call = cluster.admin.client.call(reportTrialMetricsRoute, { metrics: { trialId }, group: 'training' });
    await expect(call).rejects.toMatchObject({ status: 400 });
  });
});

test('[API-109] the three ways to report end up in one series each', async () => {
  const { trials } = await makeUnmanaged(db(), { state: 'COMPLETED' });
  const trialId = trials[0]?.id ?? 0;
  const { client } = cluster.admin;
  await report(trialId, 'training', 10, { loss: 1 }, { reportTime: '2026-01-02T03:04:05.678901234Z' });
  await client.call(reportTrialTrainingMetricsRoute, {
    trainingMetrics: {
      trialId,
      stepsCompleted: 20,
      metrics: { avgMetrics: { loss: 0.5 }, batchMetrics: [{ loss: 0.4 }] },
    },
  });
  await client.call(reportTrialValidationMetricsRoute, {
    validationMetrics: { trialId, stepsCompleted: 20, metrics: { avgMetrics: { loss: 0.7, bad: 'NaN' } } },
  });
  const training = await streamed(client.stream(getMetricsRoute, { trialIds: [trialId], group: 'training' }));
  expect(training.metrics).toMatchObject([
    {
      trialId,
      totalBatches: 10,
      endTime: '2026-01-02T03:04:05.678Z',
      archived: false,
      trialRunId: 0,
      group: 'training',
      metrics: { avg_metrics: { loss: 1 }, batch_metrics: null },
    },
    { totalBatches: 20, metrics: { avg_metrics: { loss: 0.5 }, batch_metrics: [{ loss: 0.4 }] } },
  ]);
  const validation = await streamed(client.stream(getMetricsRoute, { trialIds: [trialId], group: 'validation' }));
  expect(validation.metrics.map((metric) => metric.metrics)).toEqual([
    { validation_metrics: { loss: 0.7, bad: 'NaN' } },
  ]);
  expect(await collect(client.stream(getMetricsRoute, { trialIds: [trialId], group: 'zzz' }))).toEqual([]);
  await expect(collect(client.stream(getMetricsRoute, { trialIds: [], group: 'training' }))).rejects.toMatchObject({
    status: 400,
    message: 'must specify at least one trialId',
  });
});

describe('compare', () => {
  let trialId: number;
  // The series the vectors were recorded over.
  beforeAll(async () => {
    trialId = (await makeUnmanaged(db())).trials[0]?.id ?? 0;
    for (let i = 1; i <= 60; i += 1) {
      const values = { loss: i === 33 ? 50 : 1 / i, epoch: i / 2, txt: `t${i}`, nn: i % 20 === 0 ? 'NaN' : i };
      await report(trialId, 'validation', i * 10, values);
      if (i === 40) await sealSeries(db(), trialId, 'validation');
    }
  });

  const series = async (request: RequestInput<typeof compareTrialsRoute>) => {
    const { trials } = await cluster.admin.client.call(compareTrialsRoute, { trialIds: [trialId], ...request });
    return trials[0]?.metrics ?? [];
  };

  test.each(vectors.cases.map(({ query, batches }) => [query, batches] as const))(
    '[API-097] as recorded in number, bounds and order: %s',
    async (query, batches) => {
      const answer = await cluster.fetch(`/api/v1/trials/time-series?trialIds=${trialId}&${query}`, {
        token: cluster.admin.token,
      });
      const { trials } = (await answer.json()) as Reply<typeof compareTrialsRoute>;
      const recorded = batches[0]?.[2] as number[];
      const [read] = trials[0]?.metrics ?? [];
      const steps = read?.data.map((point) => point.batches) ?? [];
      expect(steps.length).toBe(recorded.length);
      expect(steps).toEqual([...steps].sort((left, right) => left - right));
      const params = new URLSearchParams(query);
      expect(steps[0]).toBeGreaterThanOrEqual(Number(params.get('startBatches') ?? 0));
      expect(steps.at(-1)).toBeLessThanOrEqual(Number(params.get('endBatches') ?? 600));
      if (recorded.length > 10 || query.includes('gt=570')) expect(steps).toEqual(recorded);
    },
  );

  test('keeps the extremes, whatever is asked of points', async () => {
    const [read] = await series({ metricIds: ['validation.loss'], maxDatapoints: 5 });
    expect(read?.data.map((point) => point.values?.loss)).toEqual(expect.arrayContaining([50, 1 / 60]));
  });

  test('gives time, epoch, and null for what the group never had', async () => {
    const [read] = await series({ metricIds: ['validation.zzz', 'validation.nn'], startBatches: 200, endBatches: 200 });
    expect(read).toMatchObject({ type: 'METRIC_TYPE_VALIDATION', group: 'validation' });
    expect(read?.data).toMatchObject([{ batches: 200, epoch: 10, values: { zzz: null, nn: 'NaN' } }]);
    expect(read?.data[0]?.time).toMatch(/^\d{4}-.*Z$/);
  });

  test('filters by epoch and time too', async () => {
    const epochs = await series({
      metricIds: ['validation.loss'],
      timeSeriesFilter: { name: 'epoch', doubleRange: { gt: 29, lte: 30 } },
    });
    expect(epochs[0]?.data.map((point) => point.batches)).toEqual([590, 600]);
    const past = await series({
      metricIds: ['validation.loss'],
      timeSeriesFilter: { name: 'time', timeRange: { lt: '2020-01-01T00:00:00Z' } },
    });
    expect(past).toEqual([]);
  });

  const refused: [string, RequestInput<typeof compareTrialsRoute>, number, string][] = [
    [
      'a bad metric id',
      { metricIds: ['loss'] },
      400,
      "failed sampling: error parsing metric id loss: rpc error: code = InvalidArgument desc = invalid metric identifier: 'loss' expected <group>.<name>",
    ],
    [
      'an unknown trial',
      { trialIds: [99_999] },
      404,
      "failed validate permissions: rpc error: code = NotFound desc = trial '99999' not found",
    ],
    [
      'no trials',
      { trialIds: [] },
      404,
      'failed validate permissions: rpc error: code = NotFound desc = trial not found',
    ],
  ];
  test.each(refused)('refuses %s', async (_, request, status, message) => {
    await expect(series(request)).rejects.toMatchObject({ status, message });
  });
});

describe('streams of an experiment', () => {
  let made: Unmanaged;
  beforeAll(async () => {
    made = await makeUnmanaged(db(), { trials: 3, searcherType: 'random', state: 'COMPLETED' });
    for (const [place, { id }] of made.trials.entries()) {
      for (let steps = 10; steps <= 100; steps += 10) {
        await report(id, 'training', steps, { loss: place + 10 / steps, acc: steps / 100 });
      }
      await report(id, 'validation', 50, { loss: place + 0.22 }, { reportTime: `2026-01-02T03:0${5 - place}:00Z` });
      await report(id, 'validation', 100, { loss: place + 0.11 }, { reportTime: `2026-01-02T03:1${place}:00Z` });
      if (place === 1) await sealSeries(db(), id, 'training');
    }
  });

  const ask = { metricName: 'loss', metricType: 'METRIC_TYPE_TRAINING', periodSeconds: 1 } as const;
  const client = () => cluster.admin.client;

  test('[API-090, API-014] metric names come once and end with the experiment', async () => {
    const lines = await collect(client().stream(expMetricNamesRoute, { ids: [made.experimentId], periodSeconds: 1 }));
    expect(lines).toEqual([
      {
        searcherMetrics: ['loss'],
        trainingMetrics: ['acc', 'loss'],
        validationMetrics: ['loss'],
        metricNames: [
          { group: 'training', name: 'acc' },
          { group: 'training', name: 'loss' },
          { group: 'validation', name: 'loss' },
        ],
      },
    ]);
    await expect(collect(client().stream(expMetricNamesRoute, { ids: [] }))).rejects.toMatchObject({
      status: 400,
      message: 'must specify at least one experiment id',
    });
  });

  test('[API-091, API-092] batches are those at which the metric was reported', async () => {
    const { experimentId } = made;
    const training = await streamed(client().stream(metricBatchesRoute, { experimentId, ...ask }));
    expect(training.batches).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    const validation = await streamed(
      client().stream(metricBatchesRoute, { experimentId, metricName: 'loss', group: 'validation' }),
    );
    expect(validation.batches).toEqual([50, 100]);
    const byType = { ...ask, metricType: 'METRIC_TYPE_VALIDATION' } as const;
    expect((await streamed(client().stream(metricBatchesRoute, { experimentId, ...byType }))).batches).toEqual([
      50, 100,
    ]);
    const noType = `/api/v1/experiments/${experimentId}/metrics-stream/batches?metricName=loss&metricType=METRIC_TYPE_PROFILING`;
    expect((await cluster.fetch(noType, { token: cluster.admin.token })).status).toBe(400);
    const nameless = await cluster.fetch(`/api/v1/experiments/${experimentId}/metrics-stream/batches`, {
      token: cluster.admin.token,
    });
    expect(nameless.status).toBe(400);
    expect(await nameless.json()).toMatchObject({ error: { message: 'must specify a metric name' } });
    await expect(collect(client().stream(metricBatchesRoute, { experimentId, metricName: 'x' }))).rejects.toMatchObject(
      {
        status: 400,
        message: 'must specify a metric group',
      },
    );
  });

  test('a running experiment is told again what is new, until it ends', async () => {
    const running = await makeUnmanaged(db());
    const trialId = running.trials[0]?.id ?? 0;
    await report(trialId, 'training', 1, { loss: 1 });
    const lines: number[][] = [];
    for await (const { batches } of client().stream(metricBatchesRoute, {
      experimentId: running.experimentId,
      ...ask,
    })) {
      lines.push(batches);
      if (lines.length !== 1) continue;
      await report(trialId, 'training', 2, { loss: 1 });
      await db()
        .updateTable('experiments')
        .set({ state: 'COMPLETED' })
        .where('id', '=', running.experimentId)
        .execute();
    }
    expect(lines).toEqual([[1], [2]]);
  });

  test('of what is told already nothing is read again', async () => {
    const { experimentId, trials } = await makeUnmanaged(db(), { trials: 12 });
    const [first = 0, ...others] = trials.map(({ id }) => id);
    for (const id of [first, ...others]) {
      for (let steps = 1; steps <= 20; steps += 1) await report(id, 'training', steps, { loss: 1 });
      await sealSeries(db(), id, 'training');
    }
    const lines: number[][] = [];
    let before = await rowsRead(db());
    let columns = 0;
    for await (const { batches } of client().stream(metricBatchesRoute, { experimentId, ...ask, periodSeconds: 1 })) {
      lines.push(batches);
      if (lines.length === 1) {
        before = await rowsRead(db());
        await report(first, 'training', 21, { loss: 1 });
        await report(first, 'training', 22, { other: 1 });
      } else if (batches.length > 0) {
        columns = ofTable(await rowsReadSince(db(), before), 'metric_columns');
        break;
      }
    }
    expect(lines[0]).toHaveLength(20);
    expect(lines.at(-1)).toEqual([21]);
    // What the writer looks at of the trial that reports is not the stream's.
    expect(columns).toBeLessThan(6);
  });

  test('[VIZ-053, API-095] a snapshot holds the trials that reported close to a step', async () => {
    const request = { experimentId: made.experimentId, ...ask, batchesProcessed: 50, batchesMargin: 10 };
    const { trials } = await streamed(client().stream(trialsSnapshotRoute, request));
    expect(trials.map((trial) => [trial.trialId, trial.batchesProcessed])).toEqual(
      made.trials.flatMap(({ id }) => [40, 50, 60].map((steps) => [id, steps])),
    );
    expect(trials[0]).toMatchObject({ hparams: { lr: 0.1 }, metric: 0.25 });
    await expect(
      collect(client().stream(trialsSnapshotRoute, { ...request, batchesMargin: 101 })),
    ).rejects.toMatchObject({
      message: 'margin must be <= 100',
    });
  });

  test('[VIZ-054, API-093, API-094] a sample holds the best trials with their series', async () => {
    const request = { experimentId: made.experimentId, ...ask, maxTrials: 2, maxDatapoints: 3 };
    const sample = await streamed(client().stream(trialsSampleRoute, request));
    const [first, second] = made.trials.map(({ id }) => id);
    expect(sample.trials.map((trial) => trial.trialId)).toEqual([first, second]);
    expect(sample.promotedTrials).toEqual([first, second]);
    expect(sample.demotedTrials).toEqual([]);
    expect(Object.keys(sample).toSorted()).toEqual(['demotedTrials', 'promotedTrials', 'trials']);
    expect(sample.trials[0]?.data.map((point) => point.batches)).toHaveLength(3);
    expect(sample.trials[0]?.data.map((point) => point.values?.loss)).toEqual(expect.arrayContaining([1, 0.1]));
    const alone = await makeUnmanaged(db());
    const single = client().stream(trialsSampleRoute, { ...request, experimentId: alone.experimentId });
    await expect(collect(single)).rejects.toMatchObject({
      message: 'error determining top trials: single-trial experiments are not supported for trial sampling',
    });
  });

  test('[API-084] validation history holds each validation that beat all before it', async () => {
    const { validationHistory } = await client().call(getExperimentValidationHistoryRoute, {
      experimentId: made.experimentId,
    });
    const [first, second, third] = made.trials.map(({ id }) => id);
    expect(validationHistory.map((entry) => [entry.trialId, entry.searcherMetric])).toEqual([
      [third, 2.22],
      [second, 1.22],
      [first, 0.22],
      [first, 0.11],
    ]);
  });

  test('packed curves: best trials first, extremes kept', async () => {
    const params = { experimentId: made.experimentId };
    const reply = await client().call(getExperimentCurvesRoute, {
      params,
      query: { metric: 'loss', group: 'training' },
    });
    expect(reply).toMatchObject({ metric: 'loss', group: 'training', smallerIsBetter: true, total: 3 });
    expect(reply.trials.map((trial) => trial.trialId)).toEqual(made.trials.map(({ id }) => id));
    const [best] = reply.trials.map(unpackCurve);
    expect(best?.x).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    expect(best?.last[2]).toBeCloseTo(1 / 3, 6);
    expect(reply.basis).toBe('searcher');
    const asked = await client().call(getExperimentCurvesRoute, {
      params,
      query: { metric: 'loss', group: 'training', better: 'larger' },
    });
    expect(asked).toMatchObject({ smallerIsBetter: false, basis: 'asked' });
    const few = await client().call(getExperimentCurvesRoute, {
      params,
      query: { metric: 'loss', group: 'training', maxTrials: 1, maxPoints: 2 },
    });
    expect(few.trials).toHaveLength(1);
    expect(few.trials.map(unpackCurve)).toMatchObject([{ x: [50, 100], min: [0.2, 0.1], max: [1, 0.1666667] }]);
  });
});

test('a long series is drawn from its roll-ups, a rolled-back one from what still counts', async () => {
  const { experimentId, trials } = await makeUnmanaged(db());
  const trialId = trials[0]?.id ?? 0;
  for (let from = 0; from < 1100; from += 100) {
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => {
        const steps = from + index + 1;
        return report(trialId, 'training', steps, { loss: steps === 700 ? 1000 : steps === 701 ? 'NaN' : 1 / steps });
      }),
    );
  }
  await sealSeries(db(), trialId, 'training');
  const curve = async () => {
    const { client } = cluster.admin;
    const query = { metric: 'loss', group: 'training', maxPoints: 20 };
    const { trials: read } = await client.call(getExperimentCurvesRoute, { params: { experimentId }, query });
    if (!read[0]) throw new Error('no curve');
    // No value of these curves is missing.
    return unpackCurve(read[0]) as { x: number[]; min: number[]; max: number[] };
  };
  const before = await curve();
  expect(before.x).toHaveLength(20);
  expect(before.x.at(-1)).toBe(1100);
  expect(Math.max(...before.max)).toBe(1000);
  expect(Math.min(...before.min)).toBeCloseTo(1 / 1100, 8);
  await db().updateTable('trials').set({ run_id: 1 }).where('id', '=', trialId).execute();
  await report(trialId, 'training', 600, { loss: 5 }, { trialRunId: 1 });
  const after = await curve();
  expect(after.x.at(-1)).toBe(600);
  expect(Math.max(...after.max)).toBe(5);
});

test('any text may be the name of a group or metric: those that objects have, with dots and slashes, very long ones', async () => {
  const { experimentId, trials } = await makeUnmanaged(db());
  const trialId = trials[0]?.id ?? 0;
  const long = Array.from({ length: 400 }, (_, index) => index.toString(36).padStart(5, 'x')).join('');
  const names = ['__proto__', 'constructor', 'toString', 'a.b/c ü 😀', long];
  const metrics = JSON.stringify(Object.fromEntries(names.map((name, index) => [name, index + 1])));
  const ask = async (path: string, body?: string) => {
    const reply = await cluster.fetch(path, {
      ...(body === undefined ? {} : { method: 'POST', body }),
      token: cluster.admin.token,
    });
    const text = await reply.text();
    expect(reply.status, text).toBe(200);
    return JSON.parse(text);
  };
  for (const group of ['constructor', '__proto__', 'training']) {
    for (const step of [1, 2]) {
      const report = `{"metrics":{"trialId":${trialId},"trialRunId":0,"stepsCompleted":${step},"metrics":{"avgMetrics":${metrics}}},"group":"${group}"}`;
      await ask(`/api/v1/trials/${trialId}/metrics`, report);
      // As if another master had stored one: what this one keeps in memory is not good any more.
      await sql`update trial_metrics set version = version + 1 where trial_id = ${trialId}`.execute(db());
    }
    await sealSeries(db(), trialId, group);
    const series = await ask(
      `/api/v1/trials/time-series?trialIds=${trialId}&metricIds=${encodeURIComponent(`${group}.__proto__`)}&metricIds=${encodeURIComponent(`${group}.${long}`)}`,
    );
    const points = series.trials[0].metrics[0].data.map((point: { values: object }) => Object.entries(point.values));
    expect(points).toEqual(
      Array.from({ length: 2 }, () => [
        ['__proto__', 1],
        [long, 5],
      ]),
    );
  }
  const { trial } = await ask(`/api/v1/trials/${trialId}`);
  const summary = new Map(Object.entries<object>(trial.summaryMetrics));
  expect([...summary.keys()].sort()).toEqual(['__proto__', 'avg_metrics', 'constructor']);
  for (const group of summary.values()) {
    expect(new Map(Object.entries(group)).get('__proto__')).toMatchObject({ count: 2, last: 1 });
    expect(Object.keys(group).sort()).toEqual([...names].sort());
  }
  const { columns } = await ask(`/api/v1/projects/1/columns?tableType=TABLE_TYPE_RUN`);
  expect(columns.map(({ column }: { column: string }) => column)).toContain('constructor.toString.last');
  await ask(`/api/v1/trials/${trialId}/workloads?sortKey=__proto__`);
  await ask(`/api/ext/v1/experiments/${experimentId}/curves?group=__proto__&metric=__proto__`);
});

test('packed curves say where values were not finite, in the tail and once sealed', async () => {
  const { experimentId, trials } = await makeUnmanaged(db());
  const trialId = trials[0]?.id ?? 0;
  const values = [3, 'NaN', 'Infinity', 1];
  for (const [at, loss] of values.entries()) await report(trialId, 'training', at + 1, { loss });
  const curves = async () => {
    const asked = { params: { experimentId }, query: { metric: 'loss', group: 'training' } };
    return (await cluster.admin.client.call(getExperimentCurvesRoute, asked)).trials.map(unpackCurve);
  };
  const expected = [expect.objectContaining({ x: [1, 2, 3, 4], last: [3, null, null, 1] })];
  expect(await curves()).toEqual(expected);
  await sealSeries(db(), trialId, 'training');
  expect(await curves()).toEqual(expected);
});
