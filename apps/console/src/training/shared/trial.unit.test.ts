import { describe, expect, test } from 'vitest';
import { latestTaskId, retentionWords, trialDuration, validationValue } from './trial.ts';

describe('facts of a trial', () => {
  test('[TRIAL-039] -1 days are forever, 0 days mean that deletion has begun', () => {
    expect([-1, 0, 1, 29].map(retentionWords)).toEqual([
      'kept forever',
      'deletion begun',
      '1 day left',
      '29 days left',
    ]);
  });

  test('duration runs until now, the latest task counts', () => {
    const now = Date.parse('2026-11-21T01:00:00Z');
    expect(trialDuration({ startTime: '2026-11-21T00:00:00Z', endTime: null }, now)).toBe(3600);
    expect(trialDuration({ startTime: '2026-11-21T00:00:00Z', endTime: '2026-11-21T00:00:05Z' }, now)).toBe(5);
    expect(trialDuration({ startTime: null, endTime: null }, now)).toBeUndefined();
    expect(latestTaskId({ taskId: 'a', taskIds: ['a', 'b'] })).toBe('b');
    expect(latestTaskId({ taskId: '', taskIds: [] })).toBeUndefined();
  });

  test('validation values that are not finite are read', () => {
    const workload = (value: unknown) => ({
      endTime: null,
      numInputs: 0,
      totalBatches: 1,
      metrics: { avgMetrics: { loss: value }, batchMetrics: [] },
    });
    expect(validationValue(workload(0.5), 'loss')).toBe(0.5);
    expect(validationValue(workload('NaN'), 'loss')).toBeNaN();
    expect(validationValue(workload(null), 'loss')).toBeUndefined();
    expect(validationValue(null, 'loss')).toBeUndefined();
  });
});
