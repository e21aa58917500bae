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

  test('duration is the time that it ran, not that in the queue; the latest task counts', () => {
    const startTime = '2026-11-21T00:00:00Z';
    const now = Date.parse('2026-11-21T01:00:00Z');
    const at = { now, readAt: now - 5_000, unmanaged: false };
    const trial = { startTime, endTime: null, wallClockTime: 60 };
    expect(trialDuration({ ...trial, state: 'STATE_RUNNING' }, at)).toBe(65);
    expect(trialDuration({ ...trial, state: 'STATE_PAUSED' }, at)).toBe(60);
    const ended = { ...trial, endTime: '2026-11-21T00:50:00Z', state: 'STATE_COMPLETED' } as const;
    expect(trialDuration(ended, at)).toBe(60);
    expect(trialDuration({ ...trial, wallClockTime: 0, state: 'STATE_QUEUED' }, at)).toBeUndefined();
    expect(trialDuration({ ...ended, wallClockTime: 0 }, { ...at, unmanaged: true })).toBe(3000);
    expect(trialDuration({ ...trial, wallClockTime: 0, state: 'STATE_RUNNING' }, { ...at, unmanaged: true })).toBe(
      3600,
    );
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
