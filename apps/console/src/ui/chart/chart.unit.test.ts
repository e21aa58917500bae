import { describe, expect, test } from 'vitest';
import { placePins } from './chart-pins.ts';
import { chartSummary, seriesFacts } from './chart-summary.ts';
import {
  findPoint,
  type LineSeries,
  lastDrawn,
  nearestIndex,
  paddedRange,
  pointInReach,
  readPoint,
  spreadLabels,
  xExtent,
  yExtent,
} from './line-series.ts';
import { PALETTE_SIZE, seriesColor, seriesColors, seriesDash } from './series-palette.ts';
import { formatCountTick, linearTicks, logTicks, timeTicks, wholeTicks } from './ticks.ts';
import { walk } from './walk-points.ts';

const line = (over: Partial<LineSeries> = {}): LineSeries => ({
  id: 17,
  name: 'trial 17',
  color: 0,
  x: [0, 100, 200, 300],
  y: [2, 1, null, 0.5],
  ...over,
});

describe('palette', () => {
  const base = [
    '#0f4ba8',
    '#d96c00',
    '#009f7d',
    '#89074a',
    '#00749e',
    '#4e3a00',
    '#a277e0',
    '#b33600',
    '#004b60',
    '#5e626e',
  ];

  test('[FMT-010] 150 fixed colours by index, wrapping around', () => {
    const colors = seriesColors(base);
    expect(colors).toHaveLength(150);
    expect(colors.slice(0, 10)).toEqual(base);
    expect(seriesColor(colors, 150)).toBe(colors[0]);
    expect(seriesColor(colors, 163)).toBe(colors[13]);
    expect(colors.every((color) => /^#[0-9a-f]{6}$/.test(color))).toBe(true);
    // The same look twice would make two runs one: colour and dash together differ for all 150.
    const looks = colors.map((color, i) => `${color} ${seriesDash(i).join(' ')}`);
    expect(new Set(looks).size).toBe(PALETTE_SIZE);
  });

  test('the first five are solid, the next five dashed', () => {
    expect(Array.from({ length: 10 }, (_, i) => seriesDash(i).length > 0)).toEqual([
      ...Array(5).fill(false),
      ...Array(5).fill(true),
    ]);
  });
});

describe('the point that is read', () => {
  test('stays on its line and near its x when lines are ranked anew and buckets change', () => {
    const before = [line(), line({ id: 18 })];
    const read = readPoint(before, { series: 1, point: 1 });
    expect(findPoint([line({ id: 18, x: [0, 90, 300] }), line()], read)).toEqual({ series: 0, point: 1 });
    expect(findPoint([line()], read)).toBeUndefined();
    expect(findPoint(before, readPoint(before, { series: 0, point: 9 }))).toBeUndefined();
    expect(findPoint(before, undefined)).toBeUndefined();
  });
});

describe('extents', () => {
  test('bands count when drawn; values not on the scale never do', () => {
    const series = [line({ y: [2, -1, Number.NaN, 0.5], min: [1, -3, 0, 0.25], max: [9, 0, 0, 1] })];
    expect(xExtent(series)).toEqual({ min: 0, max: 300 });
    expect(yExtent(series, 'linear')).toEqual({ min: -1, max: 2 });
    expect(yExtent(series, 'log')).toEqual({ min: 0.5, max: 2 });
    expect(yExtent([{ ...line(), ...series[0], band: true }], 'linear')).toEqual({ min: -3, max: 9 });
    expect(yExtent([line({ y: [null, Number.NaN] })], 'linear')).toBeUndefined();
  });

  test('axes keep room around the data and never collapse', () => {
    expect(paddedRange({ min: 0, max: 10 }, 'linear')).toEqual([-0.5, 10.5]);
    expect(paddedRange({ min: 3, max: 3 }, 'linear')).toEqual([2.85, 3.15]);
    expect(paddedRange({ min: 3, max: 3 }, 'log')).toEqual([1.5, 6]);
    expect(paddedRange(undefined, 'log')[0]).toBeGreaterThan(0);
  });
});

describe('ticks', () => {
  test('linear ticks are round', () => {
    expect(linearTicks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(linearTicks(0, 30_400, 6)).toEqual([0, 10_000, 20_000, 30_000]);
    expect(linearTicks(2, 2, 5)).toEqual([2]);
  });

  test('whole ticks never fall between two whole numbers', () => {
    expect(wholeTicks(1, 4, 12)).toEqual([1, 2, 3, 4]);
    expect(wholeTicks(0, 30_400, 6)).toEqual([0, 10_000, 20_000, 30_000]);
    expect(wholeTicks(2, 2, 5)).toEqual([2]);
  });

  test('log ticks are 1, 2, 5 of the decades', () => {
    expect(logTicks(0.19, 2.4, 5)).toEqual([0.2, 0.5, 1, 2]);
    expect(logTicks(1e-6, 1, 6)).toEqual([1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 1]);
    expect(logTicks(0.9, 1.1, 4)).toEqual([0.9, 0.95, 1, 1.05, 1.1]);
  });

  test('time ticks are round and inside; counts are short', () => {
    const ticks = timeTicks(1_700_000_100, 1_700_003_700, 6);
    expect(ticks.length).toBeGreaterThan(2);
    expect(ticks.every((tick) => tick >= 1_700_000_100 && tick <= 1_700_003_700 && tick % 600 === 0)).toBe(true);
    expect([0, 500, 5000, 12_500, 1_250_000].map(formatCountTick)).toEqual(['0', '500', '5k', '12.5k', '1.25M']);
  });
});

describe('reach', () => {
  const pixels = { x: (v: number) => v, y: (v: number) => v * 100, xValue: (p: number) => p };

  test('the nearest point within 30 px is read, ghosts and gaps are not', () => {
    const series = [line(), line({ id: 2, color: undefined, y: [1, 1, 1, 1] })];
    expect(pointInReach(series, 'linear', { x: 110, y: 110 }, pixels, 30)).toEqual({ series: 0, point: 1 });
    expect(pointInReach(series, 'linear', { x: 100, y: 131 }, pixels, 30)).toBeUndefined();
    expect(pointInReach(series, 'linear', { x: 200, y: 100 }, pixels, 30)).toBeUndefined();
  });

  test('nearest index and last drawn point', () => {
    expect(nearestIndex([0, 100, 200], 149)).toBe(1);
    expect(nearestIndex([0, 100, 200], 151)).toBe(2);
    expect(nearestIndex([], 1)).toBe(-1);
    expect(lastDrawn(line({ y: [1, 2, Number.NaN, null] }), 'linear')).toBe(1);
    expect(lastDrawn(line({ y: [-1, null] }), 'log')).toBeUndefined();
  });
});

describe('walking by key', () => {
  const series = [
    line(),
    line({ id: 'ghost', color: undefined }),
    line({ id: 3, color: 1, x: [0, 90, 310], y: [3, 2, 1] }),
  ];

  test('left and right go over drawn points of a line, from its end', () => {
    expect(walk(series, 'linear', undefined, 'ArrowLeft')).toEqual({ series: 0, point: 3 });
    expect(walk(series, 'linear', { series: 0, point: 3 }, 'ArrowLeft')).toEqual({ series: 0, point: 1 });
    expect(walk(series, 'linear', { series: 0, point: 3 }, 'ArrowRight')).toEqual({ series: 0, point: 3 });
    // Several at once, no further than to the end.
    expect(walk(series, 'linear', { series: 0, point: 3 }, 'ArrowLeft', 2)).toEqual({ series: 0, point: 0 });
    expect(walk(series, 'linear', { series: 0, point: 0 }, 'ArrowRight', 10)).toEqual({ series: 0, point: 3 });
    expect(walk(series, 'linear', { series: 0, point: 3 }, 'Home')).toEqual({ series: 0, point: 0 });
  });

  test('up and down change the line at the nearest x and leave ghosts out; Escape ends the reading', () => {
    expect(walk(series, 'linear', { series: 0, point: 1 }, 'ArrowDown')).toEqual({ series: 2, point: 1 });
    expect(walk(series, 'linear', { series: 2, point: 2 }, 'ArrowDown')).toEqual({ series: 0, point: 3 });
    expect(walk(series, 'linear', { series: 2, point: 2 }, 'Escape')).toBeNull();
    expect(walk(series, 'linear', undefined, 'Escape')).toBeUndefined();
    expect(walk(series, 'linear', undefined, 'a')).toBeUndefined();
  });
});

describe('labels', () => {
  test('are pushed apart, keep their order and stay inside', () => {
    expect(spreadLabels([10, 12, 50], 14, 0, 100)).toEqual([10, 24, 50]);
    expect(spreadLabels([98, 97, 99], 14, 0, 100)).toEqual([86, 72, 100]);
    expect(spreadLabels([], 14, 0, 100)).toEqual([]);
  });
});

describe('summary', () => {
  test('says how many lines, the range and the best', () => {
    const series = [line(), line({ id: 3, name: 'trial 3', y: [2.4, 2, 1.8, Number.NaN] })];
    expect(
      chartSummary(series, { title: 'val_loss', noun: 'trial', smallerIsBetter: true, formatX: (x) => `batch ${x}` }),
    ).toBe('2 trials; val_loss from 0.5 to 2.4; best is trial 17 with 0.5 at batch 300. 1 value is not finite.');
    expect(chartSummary([], { title: 'loss', noun: 'trial', formatX: String })).toBe('0 trials; no values of loss.');
  });

  test('facts of a line leave gaps out', () => {
    expect(seriesFacts(line())).toMatchObject({ points: 3, last: 0.5, least: { value: 0.5, x: 300 } });
  });
});

test('a constant with the last bits of a mean has room around it, and ticks that can be counted', () => {
  const value = 0.005567;
  const [from, to] = paddedRange({ min: value, max: value + 1e-18 }, 'linear');
  expect([from < value * 0.96, to > value * 1.04]).toEqual([true, true]);
  expect(linearTicks(from, to, 5).length).toBeLessThan(12);
});

describe('pins', () => {
  const pin = (id: number, x: number, on: LineSeries['id'] = 17) => ({ id, number: id, line: on, x, text: '', by: '' });
  const toPixels = { x: (value: number) => value / 2, y: (value: number) => 100 - value };
  const placed = (list: ReturnType<typeof pin>[], width = 150) =>
    placePins(list, [line()], 'linear', toPixels, width).map(({ pin: { id }, disc, x, y, value }) => [
      id,
      disc,
      x,
      y,
      value,
    ]);

  test('each stands at its own step, with the value of the drawn point nearest to it', () => {
    expect(placed([pin(1, 10), pin(2, 90)])).toEqual([
      [1, 5, 5, 98, 2],
      [2, 45, 45, 99, 1],
    ]);
    // A gap has no value.
    expect(placed([pin(1, 200)])).toEqual([[1, 100, 100, undefined, undefined]]);
  });

  test('what is not drawn has no place: another line, and steps beyond the part that is shown', () => {
    expect(placed([pin(1, 10, 18), pin(2, -2), pin(3, 302)])).toEqual([]);
  });

  test('discs in one place are moved apart, their stems are not; many share the width', () => {
    expect(placed([pin(1, 100), pin(2, 102)])).toEqual([
      [1, 50, 50, 99, 1],
      [2, 74, 51, 99, 1],
    ]);
    const discs = placed(Array.from({ length: 30 }, (_, i) => pin(i, 100))).map(([, disc]) => Number(disc));
    expect(Math.min(...discs)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...discs)).toBeLessThanOrEqual(150);
  });
});
