import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TrialSeries } from './metric-series.ts';
import { batchesWithin, extendedSeries, seriesRequest } from './trial-series.ts';

beforeEach(() => vi.stubGlobal('window', { screen: { width: 1440 } }));
afterEach(() => vi.unstubAllGlobals());

test('[VIZ-029] series are read from batch 0 on, metrics by group and name', () => {
  const metrics = [
    { group: 'validation', name: 'loss' },
    { group: 'own', name: 'a.b' },
  ];
  expect(seriesRequest(7, metrics)).toEqual({
    trialIds: [7],
    metricIds: ['validation.loss', 'own.a.b'],
    maxDatapoints: 1000,
    startBatches: 0,
    endBatches: 0,
  });
});

const point = (batches: number, loss: number, minute = batches) => ({
  batches,
  time: `2026-11-21T00:${String(minute).padStart(2, '0')}:00Z`,
  values: { loss },
  epoch: batches / 10,
});
// Points of the wire have more that is of no matter here.
const series = (group: string, ...data: ReturnType<typeof point>[]) => [{ group, data }] as unknown as TrialSeries;

test('what came since is put behind what is known, whose last point may have grown', () => {
  const known = series('training', point(1, 9), point(2, 8));
  expect(extendedSeries(known, series('training', point(2, 7), point(3, 6)))).toEqual(
    series('training', point(1, 9), point(2, 7), point(3, 6)),
  );
  expect(extendedSeries(known, [...series('training', point(2, 8)), ...series('validation', point(1, 5))])).toEqual([
    ...known,
    ...series('validation', point(1, 5)),
  ]);
});

test('a last point that is gone, or another one, means that all is read anew', () => {
  const known = series('training', point(1, 9), point(2, 8));
  expect(extendedSeries(known, [])).toBeUndefined();
  expect(extendedSeries(known, series('training', point(3, 6)))).toBeUndefined();
  expect(extendedSeries(known, series('training', point(2, 8, 30)))).toBeUndefined();
});

test('a part of an axis is asked for by the batches around it', () => {
  const some = series('training', ...[10, 20, 30, 40].map((at) => point(at, 1)));
  expect(batchesWithin(some, 'batches', [15, 25])).toEqual({ startBatches: 10, endBatches: 30 });
  expect(batchesWithin(some, 'epochs', [2, 3])).toEqual({ startBatches: 20, endBatches: 30 });
  expect(batchesWithin(some, 'batches', [35, 99])).toEqual({ startBatches: 30, endBatches: 0 });
  expect(batchesWithin([], 'batches', [1, 2])).toBeUndefined();
});
