import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { collectionDue } from './memory-at-rest.ts';

const second = 1_000_000;
/** Says for each turn of some seconds, with what it took of the processor and what is resident after it, whether it is collected. */
function told(turns: [seconds: number, megabytes: number][]): boolean[] {
  const isDue = collectionDue(5_000);
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
  expect(collections([work, ...rest(900), [0, 400], work, ...rest(430), work, ...rest(500)])).toEqual([2, 9]);
});

const collections = (turns: [number, number][]) => told(turns).flatMap((due, at) => (due ? [at] : []));

test('once more after a longer rest, whatever the last collection left', () => {
  const rest = (megabytes: number): [number, number][] => Array.from({ length: 7 }, () => [0, megabytes]);
  expect(collections([[4, 800], [0, 800], [0, 800], [0, 290], [4, 300], ...rest(300)])).toEqual([2, 8]);
});

test('a collection is no work that the longer rest would begin after', () => {
  expect(
    collections([
      [4, 800],
      [0, 800],
      [0, 800],
      [0.4, 290],
      [0, 290],
    ]),
  ).toEqual([2, 4]);
});

test('what grew in longer rest is collected too', () => {
  const rest = (megabytes: number, turns: number): [number, number][] =>
    Array.from({ length: turns }, () => [0.1, megabytes]);
  expect(collections([[4, 800], ...rest(800, 2), ...rest(150, 3), ...rest(240, 3), ...rest(150, 20)])).toEqual([2, 8]);
  expect(collections([[4, 800], ...rest(800, 2), ...rest(185, 1), ...rest(190, 25)])).toEqual([2, 4]);
});

test('a little work for hours, by which memory grows and grows, is not stopped again and again', () => {
  const hours = Array.from({ length: 2_000 }, (_, turn): [number, number] => [0.2, 200 * 1.05 ** (turn % 40)]);
  expect(collections([[4, 800], ...hours]).length).toBeLessThanOrEqual(3);
});

test.runIf(process.platform === 'linux')('what has been freed goes back to the machine', () => {
  // glibc keeps freed blocks below others that stay.
  const program = `
    import { allocatorTrim } from '${import.meta.resolve('./memory-at-rest.ts')}';
    const trim = await allocatorTrim();
    const blocks = Array.from({ length: 40_000 }, () => Buffer.allocUnsafeSlow(4096).fill(1));
    globalThis.kept = blocks.filter((_, at) => at % 8 === 0);
    blocks.length = 0;
    gc();
    setTimeout(() => {
      const before = process.memoryUsage.rss();
      console.log(trim() && (before - process.memoryUsage.rss()) / 1e6);
    }, 100);
  `;
  const told = execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program]);
  // Of 143 MB that nobody holds any more.
  expect(Number(told)).toBeGreaterThan(70);
});
