import { expect, test } from 'vitest';
import { KeptValues } from './kept-values.ts';

test('what was asked for longest ago goes first where there is no more room', () => {
  const kept = new KeptValues<number, string>(6, (text) => text.length);
  kept.set(1, 'aaa');
  kept.set(2, 'bb');
  expect(kept.get(1)).toBe('aaa');
  kept.set(3, 'cc');
  expect([1, 2, 3].map((key) => kept.get(key))).toEqual(['aaa', undefined, 'cc']);
  // A key anew takes the room of its value, not of both.
  kept.set(3, 'ddd');
  expect([1, 3].map((key) => kept.get(key))).toEqual(['aaa', 'ddd']);
});

test('what is too large for the room is not kept', () => {
  const kept = new KeptValues<number, string>(3, (text) => text.length);
  kept.set(1, 'aaaa');
  expect(kept.get(1)).toBeUndefined();
  kept.set(2, 'bbb');
  expect(kept.get(2)).toBe('bbb');
});
