import { expect, test } from 'vitest';
import { collectionDue } from './memory-at-rest.ts';

const second = 1_000_000;
/** Says for each turn of ten seconds, with what it took of the processor and what is resident after it, whether it is collected. */
function told(turns: [seconds: number, megabytes: number][]): boolean[] {
  const isDue = collectionDue(10_000);
  let microseconds = 0;
  return turns.map(([seconds, megabytes]) => {
    microseconds += seconds * second;
    return isDue({ microseconds, bytes: megabytes * 1e6 });
  });
}

test('memory is collected once there is rest after work', () => {
  expect(
    told([
      [4, 800],
      [0.1, 800],
      [0.1, 800],
      [0.1, 150],
      [0.1, 150],
      [0.1, 150],
    ]),
  ).toEqual([false, false, true, false, false, false]);
});

test('not where there was no work, nor while there is', () => {
  expect(
    told([
      [0.2, 800],
      [0.2, 800],
      [0.2, 800],
      [0.2, 800],
    ]),
  ).toEqual([false, false, false, false]);
  expect(
    told([
      [4, 800],
      [0.1, 800],
      [4, 800],
      [0.1, 800],
    ]),
  ).toEqual([false, false, false, false]);
});

test('not where little is held, or hardly more than the last collection left', () => {
  const work: [number, number] = [4, 170];
  const rest = (megabytes: number): [number, number][] => Array.from({ length: 2 }, () => [0, megabytes]);
  expect(told([work, ...rest(170)])).toEqual([false, false, false]);
  const turns = told([work, ...rest(900), [0, 400], work, ...rest(450), work, ...rest(500)]);
  expect(turns.flatMap((due, at) => (due ? [at] : []))).toEqual([2, 9]);
});
