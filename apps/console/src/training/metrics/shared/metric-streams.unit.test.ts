import { describe, expect, test } from 'vitest';
import { metricNamesFailure } from './metric-streams.ts';

describe('names of metrics', () => {
  test('[VIZ-046] that could not be read: of which records', () => {
    expect(metricNamesFailure([2, 5])).toEqual({
      title: 'Metric name stream failed.',
      message: 'Failed to load metric names for records [2, 5]',
    });
  });
});
