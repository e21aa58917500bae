import { describe, expect, test } from 'vitest';
import { checkpointColumns, checkpointColumnWidths } from './checkpoint-columns.tsx';
import { groupMetrics, metricsOfSummary, metricText, parseMetric } from './metric-names.ts';
import { metricLine, pointsFor } from './metric-series.ts';
import { latestTaskId, retentionWords, trialDuration, validationValue } from './trial.ts';

describe('metrics of a trial', () => {
  test('[VIZ-050] numeric metrics of the summary, by group and name', () => {
    const summary = {
      avg_metrics: { loss: { type: 'number', last: 1 }, note: { type: 'string' } },
      validation_metrics: { val_loss: { type: 'number' } },
      custom: { f1: { type: 'number' } },
    };
    expect(metricsOfSummary(summary).map(metricText)).toEqual(['custom.f1', 'training.loss', 'validation.val_loss']);
    expect(metricsOfSummary(null)).toEqual([]);
  });

  test('[VIZ-052] training and validation of one name are drawn together', () => {
    const names = ['t_loss', 'train_loss', 'validation_loss', 'v_acc', 'training_acc', 'val_acc', 'lr', 'val_'];
    const grouped = groupMetrics(names.map((name) => ({ group: 'g', name })));
    expect(grouped.map((one) => [one.title, one.metrics.length])).toEqual([
      ['acc', 3],
      ['loss', 3],
      ['lr', 1],
      ['val_', 1],
    ]);
  });

  test('names with dots survive the address', () => {
    expect(parseMetric('validation.head.loss')).toEqual({ group: 'validation', name: 'head.loss' });
    expect(parseMetric('loss')).toBeUndefined();
  });

  test('[VIZ-028] 1500 points on screens wider than 1600 px, else 1000', () => {
    expect([1600, 1601].map(pointsFor)).toEqual([1000, 1500]);
  });

  test('[VIZ-051] lines leave out points without the x asked for and keep what is not finite', () => {
    const point = (batches: number, loss: unknown, epoch?: number) => ({
      batches,
      time: `2026-11-21T00:00:0${batches}Z`,
      values: { loss },
      epoch,
    });
    const series = [
      {
        group: 'training',
        type: 'METRIC_TYPE_TRAINING' as const,
        data: [point(2, 'NaN', 1), point(1, 3), point(3, null)],
      },
    ];
    const metric = { group: 'training', name: 'loss' };
    expect(metricLine(series, metric, 'batches', 0)).toMatchObject({ x: [1, 2], y: [3, Number.NaN] });
    expect(metricLine(series, metric, 'epochs', 0).x).toEqual([1]);
    expect(metricLine(series, metric, 'time', 0).x[0]).toBe(Date.parse('2026-11-21T00:00:01Z') / 1000);
    expect(metricLine(series, { group: 'validation', name: 'loss' }, 'batches', 0).x).toEqual([]);
  });
});

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

describe('checkpoint table', () => {
  test('[TRIAL-029, TRIAL-036] has the columns and widths of the specification, the metric by its name', () => {
    const searcher = { name: 'single', metric: 'val_loss', smallerIsBetter: true, maxTrials: undefined };
    const columns = checkpointColumns(searcher);
    const widths = Object.fromEntries(columns.map((column) => [column.id, column.width]));
    expect(checkpointColumnWidths).toEqual({
      uuid: 200,
      state: 117,
      totalBatches: 74,
      searcherMetric: 100,
      checkpoint: 100,
    });
    expect(widths).toMatchObject(checkpointColumnWidths);
    expect(columns.find((column) => column.id === 'searcherMetric')?.header).toContain('val_loss');
  });
});
