import { expect, test } from 'vitest';
import { restAfter } from './rest-after.ts';

test('after a short look there is no rest, after a long one it is three times as long, two seconds at most', () => {
  expect([0, 49.9, 50, 300, 666, 667, 60_000].map(restAfter)).toEqual([0, 0, 150, 900, 1_998, 2_000, 2_000]);
});
