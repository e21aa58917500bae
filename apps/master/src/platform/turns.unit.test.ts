import { stat } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mapInTurns, takingTurns } from './turns.ts';

// The work's own time: what other processes take of the machine's is no part of it.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const busy = (milliseconds: number) => void vi.advanceTimersByTime(milliseconds);

test('whoever waits has his turn once the work has lasted long enough, and only then', async () => {
  const pause = takingTurns();
  expect(pause()).toBeUndefined();
  let others = 0;
  setImmediate(() => others++);
  busy(6);
  await pause();
  expect(others).toBe(1);
  expect(pause()).toBeUndefined();
});

test('work that input has begun goes on after what else is due, not right behind that input', async () => {
  const heard = await new Promise<boolean>((resolve) =>
    stat('.', async () => {
      const pause = takingTurns();
      let due = false;
      setTimeout(() => {
        due = true;
      }, 1);
      for (const since = process.hrtime.bigint(); process.hrtime.bigint() - since < 3_000_000n; );
      busy(6);
      await pause();
      resolve(due);
    }),
  );
  expect(heard).toBe(true);
});

test('items are made in their order, and others are heard between them', async () => {
  const made: number[] = [];
  let heard = -1;
  setImmediate(() => {
    heard = made.length;
  });
  const squares = await mapInTurns([1, 2, 3, 4], (item) => {
    busy(1.5);
    made.push(item);
    return item * item;
  });
  expect(squares).toEqual([1, 4, 9, 16]);
  expect(heard).toBe(2);
});

test('many works at once keep the others waiting no longer than one', async () => {
  const heard: string[] = [];
  let isOver = false;
  const listen = () => {
    heard.push('others');
    if (!isOver) setImmediate(listen);
  };
  setImmediate(listen);
  await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      mapInTurns([1, 2, 3], () => {
        heard.push(name);
        busy(6);
      }),
    ),
  );
  isOver = true;
  // The first of each comes as it is asked for.
  const later = heard.slice(3).join(' ');
  expect(later).not.toMatch(/[abc] [abc]/);
  expect(heard.filter((name) => name !== 'others')).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c']);
});
