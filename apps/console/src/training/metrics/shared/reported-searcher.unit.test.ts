import { describe, expect, test } from 'vitest';
import { bestValue, reportedSearcher } from './reported-searcher.ts';

describe('a detached job of which no metric was named', () => {
  const unnamed = { name: 'single', metric: 'unmanaged', smallerIsBetter: true, maxTrials: undefined };
  const summary = {
    avg_metrics: { loss: { type: 'number', min: 0, max: 1, last: 0 } },
    validation_metrics: { val_accuracy: { type: 'number', min: 0.1, max: 0.9, last: 0.8 }, when: { type: 'string' } },
  };

  test('is looked at by the metric that its validations report, in the direction that its name tells', () => {
    expect(reportedSearcher(unnamed, true, summary)).toMatchObject({ metric: 'val_accuracy', smallerIsBetter: false });
    expect(
      bestValue({ bestValidation: null, summaryMetrics: summary }, { metric: 'val_accuracy', smallerIsBetter: false }),
    ).toBe(0.9);
  });

  test('has none while none is reported; every other keeps its own', () => {
    expect(reportedSearcher(unnamed, true, null)).toMatchObject({ metric: '' });
    expect(reportedSearcher(unnamed, false, summary)).toBe(unnamed);
    const named = { ...unnamed, metric: 'val_loss' };
    expect(reportedSearcher(named, true, summary)).toBe(named);
  });
});
