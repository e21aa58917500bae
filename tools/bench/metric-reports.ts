import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { encodeRequest } from '@determined/contract/wire/encode-request.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { bareInserts } from './bare-inserts.ts';
import type { Bench, BenchMaster } from './figure.ts';
import { type Load, load, percentile } from './http-load.ts';
import { bytesOf, countOf, endTrials, type RunningTrial, runId, startTrials } from './running-trials.ts';

const senders = 32;
const names = Array.from({ length: 10 }, (_, at) => `metric_${at}`);
const sealed = ['metric_chunks', 'metric_columns'];

type Value = (step: number) => number;
/** A loss as frameworks have it, in single precision. */
const single: Value = (step) => Math.fround(2.5 * Math.exp(-step / 400) + Math.random() * 0.2);
/** Nothing in it that could be packed. */
const double: Value = () => Math.random();

export const metricReports: Bench = {
  name: 'metrics',
  measure: async (place) => {
    const master = await place.master();
    const bare = { text: JSON.stringify(valuesAt(1, single)), seconds: 3 };
    place.note('bare inserts of rows of ten metrics');
    const rowByRow = await bareInserts(master.pool, { ...bare, connections: 8, rowsPerCommit: 1 });
    const batched = await bareInserts(master.pool, { ...bare, connections: 8, rowsPerCommit: 64 });
    place.note(`reports of ten metrics from ${senders} senders`);
    const first = await reportAndSeal(master, single, 1024);
    place.note('random numbers in double precision');
    const second = await reportAndSeal(master, double, 512);
    const points = (first.load.requests * names.length) / first.load.seconds;
    const { times } = first.load;
    return [
      {
        what: 'Metric points, ten a report, 32 senders',
        value: points,
        unit: 'points/s',
        aim: { atLeast: 20_000 },
        baseline: { what: 'bare inserts, a row a commit, 8 connections', value: rowByRow * names.length },
      },
      {
        what: 'The same',
        value: points,
        unit: 'points/s',
        baseline: { what: 'bare inserts, 64 rows a commit, 8 connections', value: batched * names.length },
      },
      { what: 'A report, median', value: percentile(times, 0.5), unit: 'ms' },
      { what: 'A report, 95 of 100', value: percentile(times, 0.95), unit: 'ms', aim: { atMost: 25 } },
      {
        what: 'Stored metric point, single precision',
        value: first.bytes / first.points,
        unit: 'bytes',
        aim: { atMost: 12 },
      },
      { what: 'Stored metric point, random double', value: second.bytes / second.points, unit: 'bytes' },
    ];
  },
};

function valuesAt(step: number, value: Value): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, value(step)]));
}

interface Reported {
  load: Load;
  points: number;
  /** On disk, after all of it was sealed. */
  bytes: number;
}

/** So many reports of each sender: whole chunks, as long trainings have them. */
async function reportAndSeal(master: BenchMaster, value: Value, reports: number): Promise<Reported> {
  const running = await startTrials(master, senders);
  const before = await bytesOf(master, sealed);
  const steps = running.trials.map(() => 0);
  const reported = await load(master.address, { senders, seconds: 90, warmUp: 2 }, (sender) => {
    if (steps[sender] === reports) return undefined;
    // There are as many trials as senders.
    const trial = running.trials[sender] as RunningTrial;
    const step = (steps[sender] ?? 0) + 1;
    steps[sender] = step;
    return report(trial, step, value);
  });
  await endTrials(master, running);
  await eventually('the sealing of all reports', async () => (await countOf(master, 'metric_reports')) === 0, 120_000);
  const points = steps.reduce((sum, count) => sum + count, 0) * names.length;
  return { load: reported, points, bytes: (await bytesOf(master, sealed)) - before };
}

function report({ trialId, token }: RunningTrial, step: number, value: Value) {
  const { path, body } = encodeRequest(reportTrialMetricsRoute, {
    metrics: {
      trialId,
      trialRunId: runId,
      stepsCompleted: step,
      reportTime: new Date().toISOString(),
      metrics: { avgMetrics: valuesAt(step, value), batchMetrics: [] },
    },
    group: 'training',
  });
  return { method: 'POST' as const, path, body, token };
}
