import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import type { Bench, BenchMaster } from './figure.ts';
import { Caller } from './http-load.ts';
import { processorTime } from './processor.ts';

const trials = 10_000;
/** How many reports are measured, at the search's begin and at its end. */
const measured = 1_000;
const longest = 256;

/**
 * Each validation comes from the last rung, so it is judged at all of them, stops its trial, and another one begins: of all
 * that a search does the most.
 */
export const adaptiveSearch: Bench = {
  name: 'adaptive-search',
  measure: async (place) => {
    const master = await place.master();
    const caller = new Caller(master.address, 1);
    place.note(`an adaptive search of ${trials.toLocaleString('en')} trials`);
    const first = await firstTrial(
      master,
      `{name: adaptive_asha, metric: loss, time_metric: batches, max_time: ${longest}, max_trials: ${trials}, mode: aggressive}`,
    );
    const judge = (nth: number) => report(master, caller, first + nth, 1);
    const begin = await spent(master, judge);
    for (let nth = measured; nth < trials - measured; nth++) await judge(nth);
    const end = await spent(master, (nth) => judge(trials - measured + nth));
    place.note('validations that decide nothing');
    const one = await firstTrial(master, '{name: random, metric: loss, max_trials: 2, max_concurrent_trials: 1}');
    const bare = await spent(master, (nth) => report(master, caller, one, nth + 1));
    caller.close();
    const what = `A trial of an adaptive search is stopped, the next begins, beyond storing the report: the last of ${trials.toLocaleString('en')} trials, processor of the`;
    const baseline = 'the first ones of the same search';
    return [
      {
        what: `${what} master`,
        value: end.master - bare.master,
        unit: 'ms',
        aim: { atMost: 5 },
        baseline: { what: baseline, value: begin.master - bare.master },
      },
      {
        what: `${what} database`,
        value: end.database - bare.database,
        unit: 'ms',
        baseline: { what: baseline, value: begin.database - bare.database },
      },
    ];
  },
};

/** A search that rests: what is stopped has ended at once. */
async function firstTrial({ client }: BenchMaster, searcher: string): Promise<number> {
  const config = `name: bench
entrypoint: python3 train.py
searcher: ${searcher}
hyperparameters: {learning_rate: {type: double, minval: 0.001, maxval: 0.1}, width: {type: int, minval: 1, maxval: 512}}
resources: {slots_per_trial: 0}
`;
  const { experiment } = await client.call(createExperimentRoute, { config, activate: false });
  const found = await client.call(getExperimentTrialsRoute, { experimentId: experiment?.id ?? 0, limit: 1 });
  return found.trials[0]?.id ?? 0;
}

async function report({ token }: BenchMaster, caller: Caller, trialId: number, stepsCompleted: number): Promise<void> {
  const avgMetrics = { loss: Math.random(), batches: longest };
  const metrics = { trialId, trialRunId: 0, stepsCompleted, metrics: { avgMetrics } };
  const body = JSON.stringify({ group: 'validation', metrics });
  await caller.send({ method: 'POST', path: `/api/v1/trials/${trialId}/metrics`, body, token });
}

/** Milliseconds of processor a report. */
async function spent(master: BenchMaster, send: (nth: number) => Promise<void>) {
  const before = await processorTime(master);
  for (let nth = 0; nth < measured; nth++) await send(nth);
  const after = await processorTime(master);
  const each = (from: number, to: number) => ((to - from) * 1_000) / measured;
  return { master: each(before.master, after.master), database: each(before.database, after.database) };
}
