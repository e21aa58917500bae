import { expect, test } from 'vitest';
import { errorFilters, findFirst } from './find-first.ts';
import { noFilter } from './log-filter.ts';
import type { FindLines } from './log-matches.ts';

/** Finds one line, looking at a hundred an answer. */
function finder(line: number | undefined, total: number) {
  const asked: [from: number, to: number | undefined][] = [];
  const find: FindLines = async ({ from, to = total }) => {
    asked.push([from, to]);
    await Promise.resolve();
    const at = Math.min(to, from + 100);
    const found = line !== undefined && line >= from && line < at;
    return { runs: found ? [line, 1] : [], at, done: at === to };
  };
  return { find, asked };
}
const { signal } = new AbortController();

test('the first of what several searches find, none of which looks behind it', async () => {
  const [late, early, none] = [finder(950, 1_000), finder(320, 1_000), finder(undefined, 1_000)];
  const told: number[] = [];
  const finds = [late.find, early.find, none.find];
  expect(await findFirst(finds, { signal, tell: (at) => told.push(at) })).toBe(320);
  expect(Math.max(...[...late.asked, ...none.asked].map(([from]) => from))).toBeLessThan(500);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(await findFirst([none.find], { signal })).toBeUndefined();
  expect(await findFirst([finder(0, 1_000).find, late.find], { signal })).toBe(0);
  expect(await findFirst([], { signal })).toBeUndefined();
});

test('an error is a line of its levels or a traceback, among the lines that are shown', () => {
  const levels = { ...noFilter, choices: { level: ['ERROR', 'CRITICAL'] } };
  const text = 'Traceback (most recent call last):';
  expect(errorFilters(noFilter)).toEqual([levels, { ...noFilter, text }]);
  const rank = { rank: ['1'] };
  expect(errorFilters({ ...noFilter, choices: { ...rank, level: ['INFO'] } })).toEqual([
    { ...noFilter, text, choices: { ...rank, level: ['INFO'] } },
  ]);
  expect(errorFilters({ ...noFilter, text: 'nan', choices: rank })).toEqual([
    { ...noFilter, text: 'nan', choices: { ...rank, level: ['ERROR', 'CRITICAL'] } },
  ]);
});
