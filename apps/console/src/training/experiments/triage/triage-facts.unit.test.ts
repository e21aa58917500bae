import type { Failure } from '@determined/contract/training/failures-ext-routes.ts';
import { expect, test } from 'vitest';
import { efficiencyOf, groupedFailures, nodesOf } from './triage-facts.ts';

const failure = (trialId: number, signature: string, ...nodes: string[]): Failure => ({
  trialId,
  taskId: '',
  at: null,
  restarts: 0,
  batches: 0,
  nodes,
  exit: '',
  log: null,
  signature,
});

test('failures that are the same stand together, the most frequent first, and so do machines', () => {
  const failures = [failure(9, 'b', 'n1'), failure(8, 'a', 'n2'), failure(7, 'a', 'n1', 'n3'), failure(6, 'a', 'n1')];
  const groups = groupedFailures(failures);
  expect(groups.map(({ signature, failures }) => [signature, failures.map(({ trialId }) => trialId)])).toEqual([
    ['a', [8, 7, 6]],
    ['b', [9]],
  ]);
  expect(nodesOf(failures)).toEqual([
    ['n1', 3],
    ['n2', 1],
    ['n3', 1],
  ]);
});

const trial = (id: number, hours: number, loss: number | undefined, batches: number) => ({
  id,
  state: 'STATE_COMPLETED' as const,
  endTime: `2026-01-01T0${id}:00:00Z`,
  wallClockTime: hours * 3600,
  totalBatchesProcessed: batches,
  bestValidation:
    loss === undefined
      ? null
      : { metrics: { avgMetrics: { loss }, batchMetrics: [] }, numInputs: 0, totalBatches: 1, endTime: null },
});
const searcher = { name: 'adaptive_asha', metric: 'loss', smallerIsBetter: true, maxTrials: 4 };
const config = (time_metric: string) => ({
  resources: { slots_per_trial: 2 },
  searcher: { name: 'adaptive_asha', max_time: 100, time_metric },
});

test('the best value by slot-hours, and what trials that ended early would have taken', () => {
  // In the order in which they ended, whatever the order of the answer.
  const trials = [trial(3, 4, 0.1, 100), trial(1, 1, 0.5, 25), trial(2, 1, 0.7, 50), trial(4, 1, undefined, 0)];
  expect(efficiencyOf(trials, searcher, config('batches'))).toEqual({
    spent: 14,
    improvements: [
      { trialId: 1, value: 0.5, after: 2 },
      { trialId: 3, value: 0.1, after: 12 },
    ],
    // Of 25 batches three times as much again, of 50 once.
    saved: { hours: 2 * 3 + 2 * 1, trials: 2, unit: 'batches', length: 100 },
  });
  expect(efficiencyOf(trials, searcher, config('epochs')).saved).toBeUndefined();
  const larger = efficiencyOf(trials, { ...searcher, smallerIsBetter: false }, config('batches'));
  expect(larger.improvements.map(({ trialId }) => trialId)).toEqual([1, 2]);
});
