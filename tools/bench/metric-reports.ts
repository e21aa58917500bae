import { setTimeout as pause } from 'node:timers/promises';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { encodeRequest } from '@determined/contract/wire/encode-request.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { sealAll, shortAtOnce as sealedAtOnce } from '@determined/master/training/metrics/seal-metrics.ts';
import { bareInserts } from './bare-inserts.ts';
import type { Bench, BenchMaster } from './figure.ts';
import { Caller, type Load, load, percentile, pythonAccepts } from './http-load.ts';
import { type ProcessorTime, processorTime } from './processor.ts';
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
    // First: the database writes out for a while what bare inserts have left.
    place.note('one trial alone');
    const alone = await reportAlone(master);
    const bare = { text: JSON.stringify(valuesAt(1, single)), seconds: 3 };
    place.note('bare inserts of rows of ten metrics');
    const rowByRow = await bareInserts(master.pool, { ...bare, connections: 8, rowsPerCommit: 1 });
    const batched = await bareInserts(master.pool, { ...bare, connections: 8, rowsPerCommit: 64 });
    place.note('sealing of short series');
    const short = await sealShort(master);
    place.note(`reports of ten metrics from ${senders} senders`);
    const first = await reportAndSeal(master, single, 1024);
    place.note('random numbers in double precision');
    const second = await reportAndSeal(master, double, 512);
    place.note(`reports of ${wideNames} metrics`);
    const wide = await reportWide(master);
    const points = (first.load.requests * names.length) / first.load.seconds;
    const { times } = first.load;
    return [
      {
        what: 'A report of ten metrics, one trial alone, processor of the server',
        value: alone.master,
        unit: 'ms',
      },
      { what: 'The same, of the database', value: alone.database, unit: 'ms' },
      { what: 'The same, both', value: alone.master + alone.database, unit: 'ms', aim: { atMost: 0.8 } },
      { what: 'Sealing of a short series, several together, processor', value: short, unit: 'ms', aim: { atMost: 1 } },
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
      {
        what: `Metric points, ${wideNames.toLocaleString('en')} a report, one sender`,
        value: wide.pointsPerSecond,
        unit: 'points/s',
      },
      { what: 'Another answer while these are reported and sealed, longest', value: wide.longest, unit: 'ms' },
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
    return report(trial, step, valuesAt(step, value));
  });
  await endTrials(master, running);
  await allSealed(master);
  const points = steps.reduce((sum, count) => sum + count, 0) * names.length;
  return { load: reported, points, bytes: (await bytesOf(master, sealed)) - before };
}

const aloneReports = 1_000;
const aloneTimes = 5;
/**
 * Until then code is compiled, which after 6,000 still takes a sixth of the processor's time; a server that trainings
 * report to has long been there.
 */
const aloneWarmUp = 20_000;

/**
 * Processor milliseconds of one report after the other, as one trial sends them, by one connection: the middle one of a few
 * thousands.
 */
async function reportAlone(master: BenchMaster): Promise<ProcessorTime> {
  const running = await startTrials(master, 1);
  const [trial] = running.trials as [RunningTrial];
  const caller = new Caller(master.address, 1);
  const send = async (from: number, count: number) => {
    for (let step = from + 1; step <= from + count; step++)
      await caller.send(report(trial, step, valuesAt(step, single)), pythonAccepts);
  };
  await send(0, aloneWarmUp);
  const taken: ProcessorTime[] = [];
  for (let at = 0; at < aloneTimes; at++) {
    const before = await processorTime(master);
    await send(aloneWarmUp + at * aloneReports, aloneReports);
    const after = await processorTime(master);
    const each = (seconds: number) => (seconds * 1000) / aloneReports;
    taken.push({ master: each(after.master - before.master), database: each(after.database - before.database) });
  }
  caller.close();
  await endTrials(master, running);
  const both = (time: ProcessorTime) => time.master + time.database;
  const middle = taken.sort((left, right) => both(left) - both(right))[Math.floor(aloneTimes / 2)];
  return middle ?? { master: Number.NaN, database: Number.NaN };
}

const shortTrials = 640;
/** Of these: until then code is compiled and the thread is there. */
const shortWarmUp = 320;
const shortReports = 5;

/** Processor milliseconds a series, of this process, which seals as the server does, and of the database. */
async function sealShort(master: BenchMaster): Promise<number> {
  const running = await startTrials(master, shortTrials);
  // So that the server itself finds nothing worth sealing: few reports, of trials that go on.
  for (let step = 1; step <= shortReports; step++) {
    let at = 0;
    await load(master.address, { senders, seconds: 90 }, () => {
      const trial = running.trials[at++];
      return trial && report(trial, step, valuesAt(step, single));
    });
  }
  const series = running.trials.map(({ trialId }) => ({ trialId, group: 'training' }));
  const seal = async (from: number, count: number) => {
    for (let at = from; at < from + count; at += sealedAtOnce)
      await sealAll(master.db, series.slice(at, Math.min(at + sealedAtOnce, from + count)));
  };
  await seal(0, shortWarmUp);
  const own = process.cpuUsage();
  const before = await processorTime(master);
  await seal(shortWarmUp, shortTrials - shortWarmUp);
  const { user, system } = process.cpuUsage(own);
  const after = await processorTime(master);
  await endTrials(master, running);
  return ((user + system) / 1000 + (after.database - before.database) * 1000) / (shortTrials - shortWarmUp);
}

const wideNames = 5_000;

/** One trial whose reports have very many metrics, and how long others wait for the master meanwhile. */
async function reportWide(master: BenchMaster): Promise<{ pointsPerSecond: number; longest: number }> {
  const running = await startTrials(master, 1);
  const [trial] = running.trials as [RunningTrial];
  const values = () => Object.fromEntries(Array.from({ length: wideNames }, (_, at) => [`layer_${at}`, Math.random()]));
  const caller = new Caller(master.address, 1);
  let over = false;
  let longest = 0;
  const beside = (async () => {
    while (!over) {
      longest = Math.max(longest, (await caller.send({ method: 'GET', path: '/info' })).ms);
      await pause(5);
    }
  })();
  let step = 0;
  try {
    const reported = await load(master.address, { senders: 1, seconds: 90 }, () =>
      step === 130 ? undefined : report(trial, ++step, values()),
    );
    await endTrials(master, running);
    await allSealed(master);
    return { pointsPerSecond: (reported.requests * wideNames) / reported.seconds, longest };
  } finally {
    over = true;
    await beside;
    caller.close();
  }
}

function allSealed(master: BenchMaster): Promise<unknown> {
  const left = async () => (await countOf(master, 'metric_reports')) === 0;
  return eventually('the sealing of all reports', left, 120_000);
}

function report({ trialId, token }: RunningTrial, step: number, values: Record<string, number>) {
  const { path, body } = encodeRequest(reportTrialMetricsRoute, {
    metrics: {
      trialId,
      trialRunId: runId,
      stepsCompleted: step,
      reportTime: new Date().toISOString(),
      metrics: { avgMetrics: values, batchMetrics: [] },
    },
    group: 'training',
  });
  return { method: 'POST' as const, path, body, token };
}
