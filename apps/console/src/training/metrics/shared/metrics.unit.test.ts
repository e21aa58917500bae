import { describe, expect, test } from 'vitest';
import { groupMetrics, metricsOfSummary, metricText, parseMetric } from './metric-names.ts';
import { metricLine, pointsFor } from './metric-series.ts';

describe('metrics of a trial', () => {
  test('[VIZ-050] numeric metrics of the summary, by group and name', () => {
    const summary = {
      avg_metrics: { loss: { type: 'number', last: 1 }, note: { type: 'string' } },
      validation_metrics: { val_loss: { type: 'number' } },
      custom: { f1: { type: 'number' } },
    };
    expect(metricsOfSummary(summary).map(metricText)).toEqual(['custom.f1', 'training.loss', 'validation.val_loss']);
    expect(metricsOfSummary(null)).toEqual([]);
    // Of several trials each once, though one has reported it as a text.
    const other = { avg_metrics: { loss: { type: 'number' }, note: { type: 'number' } } };
    expect(metricsOfSummary(summary, null, other).map(metricText)).toEqual([
      'custom.f1',
      'training.loss',
      'training.note',
      'validation.val_loss',
    ]);
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

  test('names stand in the order in which people count', () => {
    const names = ['layers.10.norm', 'layers.9.norm', 'layers.2.norm'];
    const summary = { avg_metrics: Object.fromEntries(names.map((name) => [name, { type: 'number' }])) };
    const inOrder = names.toReversed();
    expect(metricsOfSummary(summary).map(({ name }) => name)).toEqual(inOrder);
    expect(groupMetrics(names.map((name) => ({ group: 'g', name }))).map(({ title }) => title)).toEqual(inOrder);
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
