import { type Curves, mergeCurves, mergeTrials, unpackCurve } from '@determined/contract/training/curves.ts';
import { getExperimentCurvesRoute } from '@determined/contract/training/ext-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { createTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealSeries } from './seal-metrics.ts';
import { makeUnmanaged } from './testing/make-unmanaged.ts';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster?.stop());

type Value = number | 'NaN' | 'Infinity';

const report = (trialId: number, steps: number, avgMetrics: Record<string, Value>, trialRunId = 0) =>
  cluster.admin.client.call(reportTrialMetricsRoute, {
    metrics: { trialId, trialRunId, stepsCompleted: steps, metrics: { avgMetrics } },
    group: 'training',
  });

const ask = (experimentId: number, cursor?: string) =>
  cluster.admin.client.call(getExperimentCurvesRoute, {
    params: { experimentId },
    query: { metric: 'loss', group: 'training', maxPoints: 2_000, cursor },
  });

/** Follows the curves as an open page does; gives what came with each answer. */
function follower(experimentId: number) {
  let known: Curves | undefined;
  return async () => {
    const answer = await ask(experimentId, known?.cursor);
    known = mergeCurves(known, answer);
    return { known, answer };
  };
}

/** What a page would read that has just been opened. */
async function wholeOf(experimentId: number): Promise<Curves> {
  return mergeCurves(undefined, await ask(experimentId));
}

/** Always the same sequence of numbers from 0 to 1 (mulberry32). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('only what is new travels', async () => {
  const { experimentId, trials } = await makeUnmanaged(cluster.master.db, { trials: 2 });
  const [first = 0, second = 0] = trials.map(({ id }) => id);
  for (const id of [first, second]) for (const step of [1, 2, 3]) await report(id, step, { loss: id + 1 / step });
  const follow = follower(experimentId);
  expect((await follow()).answer.trials.map(({ whole, ...curve }) => [whole, unpackCurve(curve).x])).toEqual([
    [true, [1, 2, 3]],
    [true, [1, 2, 3]],
  ]);
  await report(second, 4, { loss: 0.5 });
  const { known, answer } = await follow();
  expect(
    answer.trials.map(({ trialId, whole, ...curve }) => ({ trialId, whole, ...unpackCurve(curve) })),
  ).toMatchObject([
    { trialId: second, whole: false, x: [4], last: [0.5] },
    { trialId: first, whole: false, x: [], last: [] },
  ]);
  expect(answer.trials[0]).not.toHaveProperty('min');
  expect(known.trials.map(({ x }) => x)).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3],
  ]);
});

test('what was put together equals what is read anew: rollbacks, late values and trials, sealing, another master', async () => {
  const random = sequence(7);
  const { experimentId } = await makeUnmanaged(cluster.master.db, { trials: 0 });
  interface Told {
    id: number;
    run: number;
    at: number;
    /** Steps of this run that lack the metric, and those between others. */
    without: number[];
    between: Set<number>;
  }
  const trials: Told[] = [];
  const none = (id: number): Told => ({ id, run: 0, at: 0, without: [], between: new Set() });
  const join = async () => {
    const { trial } = await cluster.admin.client.call(createTrialRoute, { experimentId, unmanaged: true });
    trials.push(none(trial?.id ?? 0));
  };
  const value = (): Value => (random() < 0.1 ? 'NaN' : random() < 0.05 ? 'Infinity' : random());
  const one = () => trials[Math.floor(random() * trials.length)] ?? none(0);
  const grow = async () => {
    const trial = one();
    for (let left = 1 + Math.floor(random() * 10); left > 0; left--) {
      trial.at += 2;
      // Some reports of the group are not of this metric.
      const without = random() < 0.2;
      if (without) trial.without.push(trial.at);
      await report(trial.id, trial.at, without ? { other: 1 } : { loss: value() }, trial.run);
    }
  };
  /** Each with where its share of all chances begins. */
  const acts: [from: number, act: () => Promise<unknown>][] = [
    [0, grow],
    // A restart from an earlier checkpoint.
    [
      0.55,
      async () => {
        const trial = one();
        Object.assign(trial, { run: trial.run + 1, without: [], between: new Set() });
        const { db } = cluster.master;
        await db.updateTable('trials').set({ run_id: trial.run }).where('id', '=', trial.id).execute();
        trial.at = Math.floor((trial.at * random()) / 2) * 2 + 2;
        await report(trial.id, trial.at, { loss: value() }, trial.run);
      },
    ],
    // A report between others, of the same run.
    [
      0.65,
      async () => {
        const trial = one();
        const step = Math.floor((trial.at * random()) / 2) * 2 + 1;
        if (trial.at <= 2 || trial.between.has(step)) return;
        trial.between.add(step);
        await report(trial.id, step, { loss: value() }, trial.run);
      },
    ],
    // A value that comes after the others of its step.
    [
      0.75,
      async () => {
        const trial = one();
        const step = trial.without.pop();
        if (step) await report(trial.id, step, { loss: value() }, trial.run);
      },
    ],
    [0.8, () => sealSeries(cluster.master.db, one().id, 'training')],
    [0.95, join],
  ];
  const follow = follower(experimentId);
  const lags = follower(experimentId);
  for (let i = 0; i < 3; i++) await join();
  for (let round = 0; round < 40; round++) {
    const choice = random();
    const [, act = grow] = acts.findLast(([from]) => from <= choice) ?? [];
    await act();
    if (round === 20) await cluster.restart();
    const whole = await wholeOf(experimentId);
    expect((await follow()).known.trials).toEqual(whole.trials);
    if (round % 7 === 6) expect((await lags()).known.trials).toEqual(whole.trials);
  }
  expect(trials.some(({ run }) => run > 0)).toBe(true);
});

test('nothing is left out of what is reported while it is asked for', async () => {
  const { experimentId, trials } = await makeUnmanaged(cluster.master.db, { trials: 4 });
  const follow = follower(experimentId);
  let writing = 4;
  const write = async (trialId: number) => {
    for (let step = 1; step <= 60; step++) await report(trialId, step, { loss: 1 / step });
    writing -= 1;
  };
  const read = async () => {
    while (writing > 0) await follow();
  };
  const seal = async () => {
    while (writing > 0) for (const { id } of trials) await sealSeries(cluster.master.db, id, 'training');
  };
  await Promise.all([...trials.map(({ id }) => write(id)), read(), seal()]);
  const steps = Array.from({ length: 60 }, (_, at) => at + 1);
  expect((await follow()).known.trials.map(({ x }) => x)).toEqual(trials.map(() => steps));
});

test('what lies behind the best five comes in fewer buckets where that is asked for', async () => {
  const { experimentId, trials } = await makeUnmanaged(cluster.master.db, { trials: 7 });
  for (const [at, { id }] of trials.entries())
    for (const step of [1, 2, 3, 4]) await report(id, step, { loss: at + 1 / step });
  const sizes = async (maxPointsBehind?: number) => {
    const query = { metric: 'loss', group: 'training', maxPoints: 4, maxPointsBehind };
    const { trials: read } = await cluster.admin.client.call(getExperimentCurvesRoute, {
      params: { experimentId },
      query,
    });
    return mergeTrials(undefined, read).map(({ x }) => x.length);
  };
  expect(await sizes()).toEqual([4, 4, 4, 4, 4, 4, 4]);
  expect(await sizes(2)).toEqual([4, 4, 4, 4, 4, 2, 2]);
  expect(await sizes(9)).toEqual([4, 4, 4, 4, 4, 4, 4]);
});

test('a cursor that says nothing gives all', async () => {
  const { experimentId, trials } = await makeUnmanaged(cluster.master.db);
  await report(trials[0]?.id ?? 0, 5, { loss: 1 });
  for (const cursor of ['', 'nonsense', '1.2', '1.zzzzzzzzzzzz.0', '-1.-1.-1', '9'.repeat(2_000)]) {
    const { trials: read } = await ask(experimentId, cursor);
    expect(read.map(({ whole, ...curve }) => ({ whole, ...unpackCurve(curve) }))).toMatchObject([
      { whole: true, x: [5], last: [1] },
    ]);
  }
});
