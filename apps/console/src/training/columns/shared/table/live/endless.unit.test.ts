import { expect, test } from 'vitest';
import { firstRows, joined, nextRows } from './endless.ts';

test('an endless list grows twofold, and by a thousand from there', () => {
  const steps = [firstRows];
  while (steps.length < 7) steps.push(nextRows(steps.at(-1) ?? 0));
  expect(steps).toEqual([80, 160, 320, 640, 1000, 2000, 3000]);
});

test('a row that moved from one call to the next is there once', () => {
  expect(joined([{ id: 3 }, { id: 2 }], [{ id: 2 }, { id: 1 }]).map(({ id }) => id)).toEqual([3, 2, 1]);
});
