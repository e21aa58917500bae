import { expect, test } from 'vitest';
import { type GcCandidate, unkeptCheckpoints } from './gc-rule.ts';
import recorded from './vectors/checkpoint-gc.json' with { type: 'json' };

const candidates: GcCandidate[] = Object.entries(recorded.trials).flatMap(([trial, steps]) =>
  Object.entries(steps).map(([step, value]) => ({
    uuid: `${trial}@${step}`,
    id: Number(trial.slice(1)) * 100 + Number(step),
    trialId: Number(trial.slice(1)),
    steps: Number(step),
    value,
  })),
);

/**
 * Recorded with checkpoints without a validation as a trial of their own, whose newest was step 6 of t1. Counted with
 * its trial (Q26) it is none of t1's newest one, and one of its newest three. By the place of the case: what goes besides.
 */
const excepted = new Map([
  [0, 't1@6'],
  [4, 't1@6'],
  [7, 't1@4'],
]);

const equal = recorded.cases.length - excepted.size;
test('the recorded cases of checkpoint GC, but for step 6 of t1', () => {
  for (const [place, { delete: gone, ...policy }] of recorded.cases.entries()) {
    const besides = excepted.get(place);
    const unkept = unkeptCheckpoints(candidates, policy, { smallerIsBetter: true }).map(({ uuid }) => uuid);
    expect(unkept, JSON.stringify(policy)).toEqual(besides ? [...gone, besides].toSorted() : gone);
  }
  expect([equal, excepted.size]).toEqual([5, 3]);
  console.log(`checkpoint GC: ${equal} equal + ${excepted.size} excepted`);
});

const one = (id: number, value: number | null, steps = id): GcCandidate => ({
  uuid: `c${id}`,
  id,
  trialId: 1,
  steps,
  value,
});
const names = (list: readonly GcCandidate[]) => list.map(({ uuid }) => uuid);
const best = (count: number) => ({ save_experiment_best: count, save_trial_best: 0, save_trial_latest: 0 });

test('what is no number is among the best last of all, in either direction', () => {
  const three = [one(1, Number.NaN), one(2, 3), one(3, Number.POSITIVE_INFINITY)];
  expect(names(unkeptCheckpoints(three, best(2), { smallerIsBetter: true }))).toEqual(['c1']);
  expect(names(unkeptCheckpoints(three, best(1), { smallerIsBetter: false }))).toEqual(['c1', 'c2']);
});

test('of equal values the earlier report stays, of one step the later', () => {
  expect(names(unkeptCheckpoints([one(1, 5), one(2, 5)], best(1), { smallerIsBetter: true }))).toEqual(['c2']);
  const latest = { save_experiment_best: 0, save_trial_best: 0, save_trial_latest: 1 };
  expect(names(unkeptCheckpoints([one(1, 5, 9), one(2, 5, 9)], latest, { smallerIsBetter: true }))).toEqual(['c1']);
});
