import { unpackCurve } from '@determined/contract/training/curves.ts';
import { expect, test } from 'vitest';
import { packedPlaces, packedValues } from './packed-values.ts';

const curve = (last: number[], more: object = {}) => ({ steps: [], times: [], min: last, max: last, last, ...more });
const read = (places: number[], values = curve([])) =>
  unpackCurve({ x: packedPlaces(places), ...packedValues(values) });

test('a curve’s values come back with the digits that single precision has, what is not finite as nothing', () => {
  const values = [0, -0, 1, 1 / 3, -2.5e-7, 123_456.789, 16_777_216, 3.4028234663852886e38, 1e-45, Number.NaN];
  const { last } = read([], curve(values.map(Math.fround)));
  expect(last.slice(0, 9).map((value) => Number(value?.toPrecision(6)))).toEqual(
    values.slice(0, 9).map((value) => Number(Math.fround(value).toPrecision(6))),
  );
  expect([last[3], last[5], last[9]]).toEqual([0.3333333, 123_456.8, null]);
});

test('places come back to the digit: batches, milliseconds since 1970, seconds with their fractions', () => {
  for (const places of [
    [],
    [1, 2, 2 ** 31 - 1, -(2 ** 31)],
    [1_800_000_000_123, 1_800_000_000_124],
    [0.001, 1e9 + 0.1],
  ])
    expect(read(places).x).toEqual(places);
});

test('least and greatest travel only where they are not the last', () => {
  expect(Object.keys(packedValues(curve([1, Number.NaN])))).toEqual(['last']);
  expect(read([1], curve([2], { min: [1], max: [3] }))).toEqual({ x: [1], min: [1], max: [3], last: [2] });
});

test('numbers of a kind that nobody knows are a fault, not other numbers', () => {
  expect(() => unpackCurve({ x: 'qAAAA', last: 's' })).toThrow('numbers of no known kind');
});
