import { describe, expect, test } from 'vitest';
import { columnOf } from './shared/block-encoding.ts';
import type { Cell } from './shared/cells.ts';
import { movesWith as moves, rankedMetric, ranks } from './shared/moves/moves-with.ts';

type Given = number | string | boolean | null | undefined;

describe('what moves with a metric', () => {
  const cellOf = (value: Given): Cell => (typeof value === 'number' || value === undefined ? value : { json: value });
  const movesWith = (given: Given[], metric: (number | null)[]) =>
    moves(columnOf(given.map(cellOf)), rankedMetric(Float64Array.from(metric, (value) => value ?? Number.NaN)));
  const eight = [1, 2, 3, 4, 5, 6, 7, 8];

  test('numbers by rank: whatever their scale, with ties at the mean of their places', () => {
    expect([...ranks(Float64Array.of(10, 30, 20, 20))]).toEqual([1, 4, 2.5, 2.5]);
    expect([...ranks(Float64Array.of(-1, 0, -0, 1e-300, -5e10, 3))]).toEqual([2, 3.5, 3.5, 5, 1, 6]);
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
    // One that lacks the other takes no rank from those that have both.
    expect(movesWith([null, ...eight], [5.5, ...eight])).toEqual({ by: 'spearman', value: 1, n: 8 });
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
