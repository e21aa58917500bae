import { describe, expect, test } from 'vitest';
import { axisNameLength, chartHeights, hovering, leastChartWidth, resizeDelay } from '../chart-sizes.ts';
import { type Brushes, brushOf, brushWords, isKept, keptPart, keptWords, withBrush } from '../parallel/brush.ts';
import { linePath, parallelLayout, parallelModel, parallelPaths, rowInReach } from '../parallel/parallel-lines.ts';
import { walkAxes } from '../parallel/walk-axes.ts';
import { axisOf, type Dimension, rankCorrelation } from './dimension.ts';
import { heatGrid, spanWords } from './heat-cells.ts';
import { dotInReach, dotPaths, scatterLayout, scatterPoints } from './scatter-points.ts';
import { bestFirst, stepColor, stepOf, strengths } from './strength.ts';

const lr: Dimension = { name: 'lr', values: [0.0001, 0.001, 0.01, null], scale: 'log' };
const optimizer: Dimension = { name: 'optimizer', values: ['sgd', 'adam', 'sgd', 'adam'], scale: 'linear' };
const loss: Dimension = { name: 'loss', values: [3, 1, 2, Number.NaN], scale: 'linear' };

describe('sizes', () => {
  test('[VIZ-034] the usual plot is 300 high, and its axis 20 more', () => {
    expect(chartHeights.usual).toBe(300);
    expect(chartHeights.axis).toBe(20);
  });

  test('[VIZ-036] a scatter plot is 350 high, in the dialog 400', () => {
    expect([chartHeights.scatter, chartHeights.scatterDialog]).toEqual([350, 400]);
  });

  test('[VIZ-037] parallel coordinates are 450 high', () => {
    expect(chartHeights.parallel).toBe(450);
  });

  test('[VIZ-035] the chart of a trial is 400 high', () => {
    expect(chartHeights.trial).toBe(400);
  });

  test('[VIZ-038] charts of a grid are 350 wide at least, in boxes up to 320 then 290', () => {
    expect([1200, 321, 320, 200].map(leastChartWidth)).toEqual([350, 350, 290, 290]);
  });

  test('[VIZ-033] points are found within 30 px after 50 ms and marked by 7 px', () => {
    expect(hovering).toMatchObject({ radius: 30, delay: 50, marker: 7 });
  });

  test('[VIZ-042] a tooltip stands 6 px off', () => {
    expect(hovering.tooltipOffset).toBe(6);
  });

  test('[VIZ-032] plots take another width once it rests for 500 ms', () => {
    expect(resizeDelay).toBe(500);
  });

  test('[VIZ-039] names on axes are cut at 24 characters', () => {
    expect(axisNameLength).toBe(24);
  });
});

describe('an axis', () => {
  test('goes from the least to the greatest, by their logarithms where all are above zero', () => {
    const axis = axisOf(lr);
    expect(lr.values.map((value) => axis.at(value))).toEqual([0, expect.closeTo(0.5), 1, undefined]);
    expect(axis.valueAt(0.5)).toBeCloseTo(0.001);
    expect(axisOf({ ...lr, values: [0, 1, 10] }).at(1)).toBeCloseTo(0.1);
  });

  test('has choices where any value is a text, in their own order', () => {
    const axis = axisOf({ name: 'size', values: ['128', 64, '9', null], scale: 'log' });
    expect(axis.choices).toEqual(['9', '64', '128']);
    expect([axis.at('9'), axis.at(64), axis.at('128'), axis.at(null)]).toEqual([0, 0.5, 1, undefined]);
  });

  test('stands in the middle with one value, and has no ticks with none', () => {
    const one = axisOf({ name: 'a', values: [5, 5], scale: 'linear' });
    expect(one.at(5)).toBe(0.5);
    expect(one.ticks(4)).toEqual([{ at: 0, label: '5' }].map((tick) => ({ ...tick, at: 0.5 })));
    expect(axisOf({ name: 'a', values: [null], scale: 'linear' }).ticks(4)).toEqual([]);
  });

  test('tells both ends and round values between', () => {
    const labels = axisOf({ name: 'a', values: [0.01, 0.2], scale: 'linear' })
      .ticks(4)
      .map((tick) => tick.label);
    expect(labels[0]).toBe('0.01');
    expect(labels.at(-1)).toBe('0.2');
    expect(labels).toContain('0.1');
  });
});

describe('colour', () => {
  test('the best value is the strongest, in the direction and on the scale of the metric', () => {
    expect(strengths(loss.values, 'linear', true)).toEqual([0, 1, 0.5, undefined]);
    expect(strengths(loss.values, 'linear', false)).toEqual([1, 0, 0.5, undefined]);
    expect(bestFirst(strengths(loss.values, 'linear', true))).toEqual([1, 2, 0]);
  });

  test('nine steps over five tokens of the theme', () => {
    expect([0, 0.5, 1, 7].map(stepOf)).toEqual([0, 4, 8, 8]);
    expect(stepColor(8)).toBe('var(--seq4)');
    expect(stepColor(3)).toBe('color-mix(in oklab, var(--seq1), var(--seq2))');
  });

  test('rank correlation: 1 and -1 for what only rises and falls, none with choices', () => {
    expect(rankCorrelation([1, 2, 30, 31], [2, 4, 5, 90])).toBeCloseTo(1);
    expect(rankCorrelation([1, 2, 3], [9, 5, 1])).toBeCloseTo(-1);
    expect(rankCorrelation([1, 2, 2, 4], [1, 2, 2, 4])).toBeCloseTo(1);
    expect(rankCorrelation(optimizer.values, loss.values)).toBeUndefined();
    expect(rankCorrelation([1, 1, 1], [1, 2, 3])).toBeUndefined();
  });
});

describe('parallel coordinates', () => {
  const all = [lr, optimizer, loss];
  const layout = parallelLayout(all.map(axisOf), 900, 450);

  test('a line goes through its places and breaks where it has no value', () => {
    expect(linePath([0, 0.5, 1], { ...layout, x: [0, 10, 20], y: (place) => 100 - place * 100 })).toBe(
      'M0.0 100.0L10.0 50.0L20.0 0.0',
    );
    expect(linePath([0, undefined, 1], { ...layout, x: [0, 10, 20], y: (place) => 100 - place * 100 })).toBe(
      'M0.0 100.0M20.0 0.0',
    );
  });

  test('axes that would stand too close scroll instead', () => {
    const many = Array.from({ length: 11 }, (_, i) => axisOf({ ...lr, name: `h${i}` }));
    const narrow = parallelLayout(many, 360, 450);
    expect((narrow.x[1] ?? 0) - (narrow.x[0] ?? 0)).toBe(88);
    expect(narrow.width).toBeGreaterThan(900);
  });

  test('ranges keep the rows that lie in all of them; a row without a value is outside', () => {
    const brushes: Brushes = { lr: [0.4, 1], optimizer: [0.9, 1] };
    const model = parallelModel(all, brushes);
    expect(model.kept).toEqual([false, false, true, false]);
    expect(parallelModel(all, { lr: [0, 1] }).kept).toEqual([true, true, true, false]);
    expect(isKept(model.axes, () => null, {})).toBe(true);
    expect(brushWords(model.axes, brushes)).toBe('lr from 0.00063 and optimizer sgd');
    const { ghosts, steps } = parallelPaths(model, strengths(loss.values, 'linear', true), layout);
    expect(ghosts.match(/M/g)).toHaveLength(3);
    expect(steps.filter((path) => path !== '')).toHaveLength(1);
  });

  test('what a brush keeps is as round as a pointer is exact, away from what it keeps, and is brushed by that again', () => {
    const number = (values: number[], scale: 'linear' | 'log' = 'linear') => axisOf({ name: 'x', values, scale });
    const close = number([0.9995, 0.9999]);
    expect(keptPart(close, [0.1234, 0.5])).toEqual({ from: 0.999549, to: 0.9997 });
    expect(keptPart(close, [0, 0.5])).toEqual({ from: undefined, to: 0.9997 });
    expect(keptPart(close, [0, 1])).toBeUndefined();
    // Whole numbers between the limits are the limits, where there are some.
    const layers = number([2, 4, 12]);
    expect(keptPart(layers, [0.14, 0.67])).toEqual({ from: 4, to: 8 });
    expect(keptPart(layers, [0.11, 0.17])).toEqual({ from: 3.1, to: 3.7 });
    expect(keptPart(number([3, 3]), [0.4, 0.6])).toEqual({ from: 3, to: 3 });
    const choices = axisOf({ name: 'x', values: ['adam', 'lamb', 'sgd'], scale: 'linear' });
    expect(keptPart(choices, [0.4, 1])).toEqual({ choices: ['lamb', 'sgd'] });
    expect(brushOf(layers, { from: 4, to: 7 })).toEqual([0.2, 0.5]);
    expect(brushOf(layers, { from: undefined, to: 7 })).toEqual([0, 0.5]);
    // What lies beyond the axis keeps nothing of it.
    expect(brushOf(layers, { from: 22, to: undefined })).toEqual([2, 2]);
    expect(brushOf(number([0.001, 1], 'log'), { from: 0, to: undefined })).toEqual([-1, 1]);
    expect(brushOf(choices, { choices: ['sgd', 'lamb'] })).toEqual([0.5, 1]);
    expect(brushOf(choices, { choices: ['adam', 'lamb', 'sgd'] })).toEqual([0, 1]);
    expect([['sgd', 'adam'], ['shoe'], []].map((some) => brushOf(choices, { choices: some }))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const words = [
      { from: 0.001, to: 0.01 },
      { from: 0.001, to: undefined },
      { from: undefined, to: 0.01 },
      { from: 3, to: 3 },
    ].map((kept) => keptWords('x', kept));
    expect(words).toEqual(['x 0.001 to 0.01', 'x from 0.001', 'x up to 0.01', 'x 3']);
  });

  test('each of 5,000 lines over eleven axes is in a path', () => {
    const values = Array.from({ length: 5_000 }, (_, i) => (i * 7919) % 5_000);
    const many = Array.from({ length: 11 }, (_, i) => ({ name: `h${i}`, values, scale: 'linear' as const }));
    const model = parallelModel(many, {});
    const wide = parallelLayout(model.axes, 1200, 450);
    const { steps } = parallelPaths(model, strengths(values, 'linear', true), wide);
    expect(steps.join('').match(/M/g)).toHaveLength(5_000);
  });

  test('the line nearest to the pointer is found within the radius', () => {
    const model = parallelModel([lr, loss], {});
    const two = parallelLayout(model.axes, 600, 450);
    expect(rowInReach(model, two, { x: two.x[0] ?? 0, y: two.y(1) + 8 }, 30)).toBe(2);
    expect(rowInReach(model, two, { x: two.x[0] ?? 0, y: two.y(0.75) }, 30)).toBeUndefined();
  });

  test('keys go from axis to axis and row to row, set, move, size and take ranges', () => {
    const model = parallelModel(all, {});
    const nameOf = (row: number) => `trial ${row}`;
    const walk = { all, model, kept: [1, 2, 0], brushes: {}, current: 0, read: undefined, shown: 1, nameOf };
    const key = (name: string, over = {}, shiftKey = false) => walkAxes({ ...walk, ...over }, { key: name, shiftKey });
    expect(key('ArrowRight')).toEqual({ current: 1, say: 'optimizer, trial 1 adam' });
    expect(key('ArrowDown')).toMatchObject({ read: 1 });
    expect(key('ArrowDown', { read: 1 })).toEqual({ read: 2, say: 'trial 2, lr 0.01, optimizer sgd, loss 2' });
    expect(key('Enter')?.brushes?.lr).toEqual([expect.closeTo(0.375), expect.closeTo(0.625)]);
    const brushes = { lr: [0.4, 0.6] as const };
    expect(key('Enter', { brushes })).toMatchObject({ brushes: {}, say: 'No range' });
    expect(key('+', { brushes })?.brushes?.lr).toEqual([expect.closeTo(0.35), expect.closeTo(0.65)]);
    expect(key('ArrowUp', { brushes }, true)?.brushes?.lr).toEqual([expect.closeTo(0.45), expect.closeTo(0.65)]);
    expect(key('ArrowUp', { brushes: { lr: [0.7, 1] } }, true)?.brushes?.lr).toEqual([expect.closeTo(0.7), 1]);
    expect(key('Escape', { brushes })).toMatchObject({ brushes: {} });
    expect(key('Escape')).toBeUndefined();
    expect(withBrush({}, 'lr', [0.9, -1]).lr).toEqual([0, 0.9]);
  });
});

describe('scatter plots and heat maps', () => {
  const layout = scatterLayout(400, 350);
  const side = (dimension: Dimension) => ({ axis: axisOf(dimension), values: dimension.values });

  test('points stand where their values are, a path a colour; those without both are left out', () => {
    const points = scatterPoints([0, 1, 2, 3], side(lr), side(loss), layout);
    expect(points.map((point) => point.row)).toEqual([0, 1, 2]);
    expect(points[2]?.x).toBe(layout.right - 6);
    expect(points[0]?.y).toBe(layout.top + 6);
    const paths = dotPaths(points, strengths(loss.values, 'linear', true));
    expect(paths[8]).toBe(`M${points[1]?.x.toFixed(1)} ${points[1]?.y.toFixed(1)}h0`);
    expect(dotInReach(points, { x: layout.right, y: (points[2]?.y ?? 0) + 20 }, 30)?.row).toBe(2);
    expect(dotInReach(points, { x: layout.right, y: (points[2]?.y ?? 0) + 40 }, 30)).toBeUndefined();
  });

  test('cells hold the mean of the metric of what lies in them; choices have cells of their own', () => {
    const grid = heatGrid([0, 1, 2, 3], side(lr), side(optimizer), loss.values);
    expect([grid.columns, grid.rows]).toEqual([8, 2]);
    expect(grid.cells.map(({ column, row, members, mean }) => [column, row, members, mean])).toEqual([
      [4, 0, [1], 1],
      [0, 1, [0], 3],
      [7, 1, [2], 2],
    ]);
    const same = heatGrid([0, 2], side({ ...lr, values: [1, 1, 1] }), side(optimizer), loss.values);
    expect(same.cells).toEqual([{ column: 4, row: 1, members: [0, 2], mean: 2.5 }]);
    expect(spanWords(axisOf(optimizer), 0, 2)).toBe('adam');
    expect(spanWords(axisOf(lr), 0, 2)).toBe('0.0001 … 0.001');
  });
});
