import { expect, test } from 'vitest';
import { mapInTurns, takingTurns } from './turns.ts';

function busy(milliseconds: number): void {
  for (const until = performance.now() + milliseconds; performance.now() < until; );
}

test('whoever waits has his turn once the work has lasted long enough, and only then', async () => {
  const pause = takingTurns();
  expect(pause()).toBeUndefined();
  let others = 0;
  setImmediate(() => others++);
  busy(11);
  await pause();
  expect(others).toBe(1);
  expect(pause()).toBeUndefined();
});

test('items are made in their order, and others are heard between them', async () => {
  const made: number[] = [];
  let heard = -1;
  setImmediate(() => {
    heard = made.length;
  });
  const squares = await mapInTurns([1, 2, 3, 4], (item) => {
    busy(6);
    made.push(item);
    return item * item;
  });
  expect(squares).toEqual([1, 4, 9, 16]);
  expect(heard).toBe(2);
});
