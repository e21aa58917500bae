import { expect, test } from 'vitest';
import { mergeTrials } from './curves.ts';

const packed = (kind: 'i' | 's', numbers: Int32Array | Float32Array) =>
  kind + Buffer.from(numbers.buffer).toString('base64');

const trial = (trialId: number, from: number, values: readonly number[], least?: readonly number[]) => ({
  trialId,
  state: 'STATE_RUNNING' as const,
  whole: from === 0,
  x: packed(
    'i',
    Int32Array.from(values, (_, at) => from + at),
  ),
  last: packed('s', Float32Array.from(values)),
  min: least && packed('s', Float32Array.from(least)),
});

test('what is added to curves keeps one list where it was one: the places of all, and least and greatest of single values', () => {
  const known = mergeTrials(undefined, [trial(1, 0, [3, 2]), trial(2, 0, [5, 4], [5, 1])]);
  const [one, two] = mergeTrials(known, [trial(1, 2, [1]), trial(2, 2, [4], [3])]);
  expect(one).toMatchObject({ x: [0, 1, 2], last: [3, 2, 1], min: [3, 2, 1], max: [3, 2, 1] });
  expect(two).toMatchObject({ x: [0, 1, 2], last: [5, 4, 4], min: [5, 1, 3], max: [5, 4, 4] });
  expect(one?.min).toBe(one?.last);
  expect(one?.max).toBe(one?.last);
  expect(two?.max).not.toBe(two?.min);
  expect(two?.x).toBe(one?.x);
});
