import { describe, expect, test } from 'vitest';
import { alongEpochs, alongTime } from '../metrics/shared/curve-axis.ts';
import { comparedPaths, leaves, type Made, packageLeaves, settingLeaves } from './compared-paths.ts';
import { movesWith, ranks } from './moves-with.ts';

describe('what moves with a metric', () => {
  const eight = [1, 2, 3, 4, 5, 6, 7, 8];

  test('numbers by rank: whatever their scale, with ties at the mean of their places', () => {
    expect(ranks([10, 30, 20, 20])).toEqual([1, 4, 2.5, 2.5]);
    expect(movesWith([1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10, 100], eight)).toEqual({ by: 'spearman', value: 1, n: 8 });
    expect(movesWith(eight, eight.toReversed())?.value).toBe(-1);
    // By hand: 1 - 6 * sum of squared differences (16) / (8 * 63).
    expect(movesWith(eight, [2, 1, 4, 3, 8, 5, 6, 7])?.value).toBeCloseTo(1 - (6 * 16) / 504, 12);
    // With ties, by hand: the ranks lie 1.5 1.5 3.5 3.5 … and 1 2.5 2.5 4 6 5 8 7; their spreads are 40 and 41.5, what they share 39.
    expect(movesWith([1, 1, 2, 2, 3, 3, 4, 4], [1, 2, 2, 3, 5, 4, 7, 6])?.value).toBeCloseTo(
      39 / Math.sqrt(40 * 41.5),
      12,
    );
  });

  test('words by the share of the ranks’ spread between them, less what as many words explain by chance', () => {
    const words = ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'];
    // Within each four ranks spread by 5, all of them by 42: 1 - 10 / 42 * 7 / 6.
    expect(movesWith(words, eight)).toEqual({ by: 'eta2', value: expect.closeTo(1 - (10 / 42) * (7 / 6), 12), n: 8 });
    expect(movesWith(words, [1, 8, 2, 7, 3, 6, 4, 5])?.value).toBe(0);
    expect(movesWith([true, true, true, false, false, false, false, 'x'], eight)?.by).toBe('eta2');
  });

  test('nothing under eight runs that have both, nor where one is the same in all, nor where each run has a word of its own', () => {
    expect(movesWith(eight.slice(1), eight.slice(1))).toBeNull();
    expect(movesWith([null, ...eight.slice(1)], eight)).toBeNull();
    expect(movesWith(eight, [null, ...eight.slice(1)])).toBeNull();
    expect(movesWith([...eight, 9, null], [...eight, Number.NaN, 3])?.n).toBe(8);
    expect(
      movesWith(
        eight.map(() => 3),
        eight,
      ),
    ).toBeNull();
    expect(
      movesWith(
        eight,
        eight.map(() => 3),
      ),
    ).toBeNull();
    expect(movesWith(eight.map(String), eight)).toBeNull();
  });
});

describe('what records were made with', () => {
  const made = (over: Partial<Made>): Made => ({
    hyperparameter: new Map(),
    setting: new Map(),
    code: new Map(),
    environment: new Map(),
    ...over,
  });

  test('every path of any of them; what one lacks is a difference', () => {
    const paths = comparedPaths([
      made({ hyperparameter: leaves({ lr: 0.1, head: { width: 8 } }), code: new Map([['train.py', 'aa']]) }),
      made({ hyperparameter: leaves({ lr: 0.1, ema: null, layers: [1, 2] }), code: new Map([['train.py', 'ab']]) }),
    ]);
    expect(paths).toEqual([
      { part: 'hyperparameter', path: 'head.width', values: [8, null], differs: true },
      { part: 'hyperparameter', path: 'layers', values: [null, '[1,2]'], differs: true },
      { part: 'hyperparameter', path: 'lr', values: [0.1, 0.1], differs: false },
      { part: 'code', path: 'train.py', values: ['aa', 'ab'], differs: true },
    ]);
  });

  test('names are no settings; packages have versions', () => {
    const config = {
      name: 'a',
      labels: [],
      hyperparameters: { lr: 1 },
      environment: {},
      resources: { slots_per_trial: 2 },
    };
    expect([...settingLeaves(config)]).toEqual([['resources.slots_per_trial', 2]]);
    expect(packageLeaves(['torch==2.9.1', 'numpy', 'x[y]>=2; python_version > "3"'])).toEqual([
      ['torch', '==2.9.1'],
      ['numpy', 'any'],
      ['x[y]', '>=2; python_version > "3"'],
    ]);
  });
});

describe('axes of curves', () => {
  const curve = {
    steps: [10, 20, 30],
    times: [1_500_000, 2_000_000, 61_000_000],
    min: [1, 2, 3],
    max: [1, 2, 3],
    last: [1, 2, 3],
  };

  test('seconds since the run’s start', () => {
    expect(alongTime(curve, 1_000_000).steps).toEqual([0.5, 1, 60]);
  });

  test('the epoch that held at each step; what comes before the first is left out', () => {
    const epochs = { steps: [20, 25, 40], times: [0, 0, 0], min: [], max: [], last: [1, 1.5, 2] };
    expect(alongEpochs(curve, epochs)).toMatchObject({ steps: [1, 1.5], last: [2, 3] });
    expect(alongEpochs(curve, { ...epochs, steps: [], last: [] }).steps).toEqual([]);
  });
});
