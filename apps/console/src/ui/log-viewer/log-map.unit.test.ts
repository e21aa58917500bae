import { expect, test } from 'vitest';
import { laidOut } from './laid-out.ts';
import { MAP_STEP, mapPaths, sampleLines } from './log-map-paths.ts';
import type { LogRows } from './log-rows.ts';

/** Rows of these lines alone. */
const rowsOf = (lines: number[]): LogRows => ({
  first: 0,
  end: lines.length,
  lineAt: (row) => lines[row] ?? 0,
  rowOf: (line) => lines.filter((one) => one < line).length,
  knows: () => true,
});
/** Where the boxes of a path stand, as bars from the top. */
const barsOf = (path: string) => [...path.matchAll(/M[\d.]+ ([\d.]+)h/g)].map(([, y]) => Number(y) / MAP_STEP);
const lengthsOf = (path: string) => [...path.matchAll(/h([\d.]+)v/g)].map(([, width]) => Number(width));

test('a map has warnings, errors and hits where they are, and bars the longer the faster lines came', () => {
  const total = 10_000_000;
  const paths = mapPaths({
    total,
    height: 300,
    // The first half in 100 seconds, the second in 400.
    samples: [
      [0, 0],
      [5_000_000, 100_000],
      [9_999_999, 500_000],
    ],
    errors: rowsOf([50_000]),
    warnings: rowsOf([0, 9_999_999]),
    hits: rowsOf([5_000_000]),
  });
  expect(barsOf(paths.volume)).toHaveLength(100);
  expect(barsOf(paths.errors)).toEqual([0]);
  expect(barsOf(paths.warnings)).toEqual([0, 99]);
  expect(barsOf(paths.hits)).toEqual([50]);
  const lengths = lengthsOf(paths.volume);
  expect(lengths[10]).toBe(60);
  expect(lengths[90]).toBe(33);
  const short = mapPaths({
    total: 3,
    height: 300,
    samples: [],
    errors: undefined,
    warnings: undefined,
    hits: undefined,
  });
  expect(barsOf(short.volume)).toHaveLength(3);
  // Of a log whose oldest lines are gone the map begins with the first that is there.
  const late = mapPaths({
    ...{ first: 5_000, total: 6_000, height: 300, samples: [] },
    ...{ errors: rowsOf([5_000]), warnings: rowsOf([5_999]), hits: rowsOf([5_500]) },
  });
  expect([late.errors, late.hits, late.warnings].map(barsOf)).toEqual([[0], [50], [99]]);
});

test('times are read of lines spread over the whole log', () => {
  expect(sampleLines(10_000_000, 5)).toEqual([0, 2_500_000, 5_000_000, 7_499_999, 9_999_999]);
  expect(sampleLines(3, 100)).toEqual([0, 1, 2]);
  expect(sampleLines(1_100, 3, 100)).toEqual([100, 600, 1_099]);
});

test('JSON in a line is laid out, with what stands before it', () => {
  expect(laidOut('{"a":1,"b":[2]}')).toBe('{\n  "a": 1,\n  "b": [\n    2\n  ]\n}');
  expect(laidOut('metrics: {"a":1}')).toBe('metrics:\n{\n  "a": 1\n}');
  for (const other of ['step 1', '{not json}', '5', '[1, 2', '"x"']) expect(laidOut(other), other).toBeUndefined();
});
