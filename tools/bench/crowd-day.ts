import { setTimeout as pause } from 'node:timers/promises';
import { createExperimentRoute, patchExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { encodeRequest } from '@determined/contract/wire/encode-request.ts';
import { checkpointOf, linesOf, metricsOf, type Named, trials } from './crowd-calls.ts';
import type { BenchMaster, BenchPlace, Figure } from './figure.ts';
import { Caller, percentile, type Sent } from './http-load.ts';
import { endTrials, type RunningTrials, startTrials } from './running-trials.ts';

const readers = 10;
const readEveryMs = 500;
/** Of a day's writes: what is written, and how often a second by each trial or, of `people`, altogether. */
const perTrial = { report: 2, validation: 0.1, lines: 0.5, checkpoint: 0.05 };
const people = { create: 0.5, rename: 0.5 };

/** Reads alone for half of the time, then beside the writes of running trials and of people. */
export async function mixedDay(master: BenchMaster, calls: readonly Named[], place: BenchPlace): Promise<Figure[]> {
  const running = await startTrials(master, trials);
  const ms = (place.minutes * 60_000) / 2;
  place.note(`${readers} readers for ${place.minutes / 2} minutes`);
  const alone = await reads(master, calls, ms);
  place.note('the same beside writes');
  const stop = new AbortController();
  const writing = writes(master, running, stop.signal);
  const beside = await reads(master, calls, ms);
  stop.abort();
  const written = await writing;
  await endTrials(master, running);
  const seconds = ms / 1000;
  return [
    { what: 'Reads without writes, 95 of 100', value: percentile(alone.times, 0.95), unit: 'ms' },
    {
      what: `Reads beside ${Math.round(written.done / seconds)} writes a second, 95 of 100`,
      value: percentile(beside.times, 0.95) / percentile(alone.times, 0.95),
      unit: '× without',
      aim: { atMost: 2 },
    },
    { what: 'Writes, 95 of 100', value: percentile(written.times, 0.95), unit: 'ms' },
    {
      what: 'Reads and writes failed',
      value: alone.failed + beside.failed + written.failed,
      unit: 'calls',
      aim: { atMost: 0 },
    },
  ];
}

interface Done {
  times: number[];
  done: number;
  failed: number;
}

async function reads(master: BenchMaster, calls: readonly Named[], ms: number): Promise<Done> {
  const caller = new Caller(master.address, readers);
  const all: Done = { times: [], done: 0, failed: 0 };
  const end = performance.now() + ms;
  const reader = async (at: number) => {
    await pause((readEveryMs * at) / readers);
    // Each begins elsewhere, and all ask the same: the two halves compare.
    for (let call = at * 5; performance.now() < end; call++) {
      const due = performance.now() + readEveryMs;
      await send(caller, calls[call % calls.length] as Named, all);
      await pause(Math.max(0, due - performance.now()));
    }
  };
  await Promise.all(Array.from({ length: readers }, (_, at) => reader(at)));
  caller.close();
  all.times.sort((left, right) => left - right);
  return all;
}

async function writes(master: BenchMaster, running: RunningTrials, stop: AbortSignal): Promise<Done> {
  const caller = new Caller(master.address, 64);
  const all: Done = { times: [], done: 0, failed: 0 };
  const steps = new Map<string, number>();
  const repeat = async (perSecond: number, next: () => Sent) => {
    await pause(Math.random() * (1000 / perSecond), undefined, { signal: stop }).catch(() => {});
    while (!stop.aborted) {
      const due = performance.now() + 1000 / perSecond;
      await send(caller, next(), all);
      await pause(Math.max(0, due - performance.now()), undefined, { signal: stop }).catch(() => {});
    }
  };
  const stepOf = (key: string) => {
    steps.set(key, (steps.get(key) ?? 1_000) + 1);
    return steps.get(key) ?? 0;
  };
  const asPerson = ({ path, body }: { path: string; body?: string | undefined }, method: 'POST' | 'PATCH') => ({
    method,
    path,
    body,
    token: master.token,
  });
  const config = 'name: day\nentrypoint: x\nsearcher: {name: single, metric: loss}\nresources: {slots_per_trial: 0}\n';
  await Promise.all([
    ...running.trials.flatMap((trial) => [
      repeat(perTrial.report, () => metricsOf(trial, stepOf(`training ${trial.trialId}`), 'training')),
      repeat(perTrial.validation, () => metricsOf(trial, stepOf(`validation ${trial.trialId}`), 'validation')),
      repeat(perTrial.lines, () => linesOf(trial, 20)),
      repeat(perTrial.checkpoint, () => checkpointOf(trial, stepOf(`checkpoint ${trial.trialId}`))),
    ]),
    repeat(people.create, () => asPerson(encodeRequest(createExperimentRoute, { config, activate: false }), 'POST')),
    repeat(people.rename, () =>
      asPerson(
        encodeRequest(patchExperimentRoute, { experiment: { id: running.experimentId, name: `day ${Math.random()}` } }),
        'PATCH',
      ),
    ),
  ]);
  caller.close();
  all.times.sort((left, right) => left - right);
  return all;
}

async function send(caller: Caller, sent: Sent, all: Done): Promise<void> {
  try {
    const { ms } = await caller.send(sent, { 'Accept-Encoding': 'gzip, deflate' });
    all.times.push(ms);
    all.done++;
  } catch {
    all.failed++;
  }
}
