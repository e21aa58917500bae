import { expect, test } from 'vitest';
import { decodeFloats, encodeFloats } from '../../shared/floats.ts';
import { decodeIntegers, encodeIntegers } from './integers.ts';

test('whole numbers come back, also negative, large and falling ones', () => {
  const values = [0, -1, 5, 5, 2 ** 31, -(2 ** 31), 1_795_265_168_123_456, 3, 127, 128, -64, -65];
  const bytes = encodeIntegers(values);
  const cursor = { bytes, at: 0 };
  expect(decodeIntegers(cursor, values.length)).toEqual(values);
  expect(cursor.at).toBe(bytes.length);
  expect(() => decodeIntegers({ bytes: bytes.subarray(0, -1), at: 0 }, values.length)).toThrow('cut short');
});

test('steps that rise evenly take one byte each', () => {
  const steps = Array.from({ length: 512 }, (_, index) => index * 10);
  expect(encodeIntegers(steps).length).toBe(512);
});

const numbers: [string, (number | undefined)[]][] = [
  ['single precision', [1.5, Math.fround(0.1), -0, 0, Number.NaN, Infinity, -Infinity]],
  ['double precision', [0.1, 1 / 3, -0, Number.NaN, 1e300, 5e-324, -Infinity]],
  ['gaps', [undefined, 1, undefined, undefined, 2, 3, undefined, 4, undefined, 5]],
  ['gaps, double precision', [0.1, undefined, 0.2]],
  ['nothing', []],
  ['only gaps', [undefined, undefined]],
];

test.each(numbers)('numbers come back exactly: %s', (_, values) => {
  const back = decodeFloats(encodeFloats(values), values.length);
  expect(back.length).toBe(values.length);
  back.forEach((value, index) => {
    expect(Object.is(value, values[index])).toBe(true);
  });
});

test('values that single precision holds take four bytes before compression', () => {
  const values = Array.from({ length: 512 }, (_, index) => Math.fround(1 / (index + 1)));
  expect(encodeFloats(values).length).toBe(1 + 4 * 512);
});
