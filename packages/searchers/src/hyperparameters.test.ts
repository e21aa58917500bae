import { describe, expect, test } from 'vitest';
import { hyperparameterGrid } from './hyperparameter-grid.ts';
import { type Hyperparameters, readHyperparameters } from './hyperparameter-space.ts';
import { MersenneTwister } from './mersenne-twister.ts';
import { sampleHyperparameters } from './sample-hyperparameters.ts';
import { SearchError } from './search-error.ts';

const grid = (hyperparameters: Hyperparameters) => {
  const { size, point } = hyperparameterGrid(readHyperparameters(hyperparameters));
  return Array.from({ length: size }, (_, index) => point(index));
};
const samples = (hyperparameters: Hyperparameters, count: number) => {
  const space = readHyperparameters(hyperparameters);
  const random = new MersenneTwister({ seed: 5, drawn: 0 });
  return Array.from({ length: count }, () => sampleHyperparameters(space, random));
};

describe('[EXP-044, EXP-045] the types of hyperparameters', () => {
  test('categorical: one of its values, of any kind', () => {
    const vals = ['x', 1, null, [1, 2], { k: 'v' }];
    const seen = samples({ a: { type: 'categorical', vals } }, 100).map(({ a }) => JSON.stringify(a));
    expect(new Set(seen)).toEqual(new Set(vals.map((value) => JSON.stringify(value))));
    expect(grid({ a: { type: 'categorical', vals } }).map(({ a }) => a)).toEqual(vals);
  });

  test('const: its value, explicit or bare', () => {
    expect(samples({ a: { type: 'const', val: 3 }, b: 'bare', c: [1], d: null }, 1)).toEqual([
      { a: 3, b: 'bare', c: [1], d: null },
    ]);
  });

  test('int: both ends are possible and nothing beyond', () => {
    const seen = samples({ a: { type: 'int', minval: -2, maxval: 1 } }, 200).map(({ a }) => a);
    expect(new Set(seen)).toEqual(new Set([-2, -1, 0, 1]));
    expect(grid({ a: { type: 'int', minval: -2, maxval: 1, count: 2 } }).map(({ a }) => a)).toEqual([-2, 1]);
  });

  test('int: the widest range there is', () => {
    const maxval = Number.MAX_SAFE_INTEGER;
    for (const { a } of samples({ a: { type: 'int', minval: -maxval, maxval } }, 50)) {
      expect(Number.isInteger(a)).toBe(true);
      expect(Math.abs(Number(a))).toBeLessThanOrEqual(maxval);
    }
  });

  test('double: from minval up to but without maxval', () => {
    const seen = samples({ a: { type: 'double', minval: 1, maxval: 3 } }, 200).map(({ a }) => Number(a));
    expect(seen.every((value) => value >= 1 && value < 3)).toBe(true);
    expect(Math.max(...seen) - Math.min(...seen)).toBeGreaterThan(1.8);
    expect(grid({ a: { type: 'double', minval: 1, maxval: 3, count: 3 } }).map(({ a }) => a)).toEqual([1, 2, 3]);
  });

  test('log: minval and maxval are exponents of base', () => {
    const log = { type: 'log', minval: -3, maxval: -1, base: 2 };
    const seen = samples({ a: log }, 200).map(({ a }) => Number(a));
    expect(seen.every((value) => value >= 1 / 8 && value < 1 / 2)).toBe(true);
    expect(grid({ a: { ...log, count: 3 } }).map(({ a }) => a)).toEqual([1 / 8, 1 / 4, 1 / 2]);
  });

  test.each([
    [{ type: 'gaussian', mean: 0 }, 'a: type'],
    [{ type: 'int', minval: 1 }, 'a: maxval'],
    [{ type: 'log', minval: 0, maxval: 1 }, 'a: base'],
    [{ type: 'categorical' }, 'a: vals'],
  ])('anything else is refused: %j', (hyperparameter, message) => {
    expect(() => readHyperparameters({ a: hyperparameter })).toThrow(message);
  });
});

test('what can not be searched is an error that says so to the user', () => {
  expect(() => samples({ a: { type: 'categorical', vals: [] } }, 1)).toThrow(SearchError);
  expect(() => samples({ a: { type: 'gaussian' } }, 1)).toThrow(SearchError);
  expect(() => grid({ a: { type: 'double', minval: 0, maxval: 1 } })).toThrow(SearchError);
});

test('names are taken in bytewise order, whatever the order in the text and the alphabet', () => {
  // The last two differ between UTF-8 bytes and UTF-16 units.
  const names = ['B', '_u', 'a', 'a.b', 'aa', '\uff5e', '\u{1f600}'];
  const one = { type: 'double', minval: 0, maxval: 1 };
  const forwards = samples(Object.fromEntries(names.map((name) => [name, one])), 1);
  const backwards = samples(Object.fromEntries(names.toReversed().map((name) => [name, one])), 1);
  expect(backwards).toEqual(forwards);
  const random = new MersenneTwister({ seed: 5, drawn: 0 });
  for (const name of names) expect(forwards[0]?.[name]).toBe(random.unit());
});

describe('grid', () => {
  test('the first name varies slowest', () => {
    const hyperparameters = {
      b: { type: 'categorical', vals: ['x', 'y'] },
      a: { type: 'int', minval: 1, maxval: 3, count: 2 },
    };
    expect(grid(hyperparameters).map(({ a, b }) => `${a}${b}`)).toEqual(['1x', '1y', '3x', '3y']);
  });

  test('whole numbers are rounded away from zero at the half, and never more than there are', () => {
    const axis = (minval: number, maxval: number, count: number) =>
      grid({ a: { type: 'int', minval, maxval, count } }).map(({ a }) => a);
    expect(axis(0, 5, 3)).toEqual([0, 3, 5]);
    expect(axis(-5, 0, 3)).toEqual([-5, -3, 0]);
    expect(axis(-1, 0, 1)).toEqual([-1]);
    expect(axis(1, 3, 10)).toEqual([1, 2, 3]);
  });

  test('no hyperparameters, or one without values, make no points', () => {
    expect(grid({})).toEqual([]);
    expect(grid({ a: { type: 'categorical', vals: [] }, b: 1 })).toEqual([]);
  });

  test('every point of a large grid is different and in range', () => {
    const axis = (count: number) => ({ type: 'int', minval: 1, maxval: count, count });
    const { size, point } = hyperparameterGrid(
      readHyperparameters({ a: axis(50), b: { c: axis(40), d: {} }, e: axis(30) }),
    );
    expect(size).toBe(60_000);
    const seen = new Set(Array.from({ length: size }, (_, index) => JSON.stringify(point(index))));
    expect(seen.size).toBe(size);
    expect(point(size - 1)).toEqual({ a: 50, b: { c: 40, d: {} }, e: 30 });
  });

  test('a range without count, or more points than can be counted, is refused', () => {
    expect(() => grid({ a: { type: 'int', minval: 1, maxval: 3 } })).toThrow('a: a grid search needs its count');
    const huge = { type: 'int', minval: 1, maxval: 100_000, count: 100_000 };
    expect(() => hyperparameterGrid(readHyperparameters({ a: huge, b: huge, c: huge, d: huge }))).toThrow(
      'too many points',
    );
  });
});
