import { expect, test } from 'vitest';
import { bestOfSummary } from '#training/metrics/shared/metric-names.ts';
import { rankBySummary } from './use-ranked-trials.ts';

const trial = (id: number, min?: number, max?: number) => ({
  id,
  summaryMetrics: min === undefined ? {} : { validation_metrics: { auc: { type: 'number', min, max, last: min } } },
});
const auc = { group: 'validation', name: 'auc' };

test('trials follow the metric that is drawn, in its direction, those that have not reported it last', () => {
  const trials = [trial(1, 0.2, 0.7), trial(2), trial(3, 0.1, 0.9), trial(4, 0.05, 0.6)];
  expect(rankBySummary(trials, auc, false).map(({ id }) => id)).toEqual([3, 1, 4, 2]);
  expect(rankBySummary(trials, auc, true).map(({ id }) => id)).toEqual([4, 3, 1, 2]);
  expect(bestOfSummary(trials[2]?.summaryMetrics, auc, false)).toBe(0.9);
  expect(bestOfSummary(trials[2]?.summaryMetrics, auc, true)).toBe(0.1);
  expect(bestOfSummary(trials[1]?.summaryMetrics, auc, true)).toBeUndefined();
});
