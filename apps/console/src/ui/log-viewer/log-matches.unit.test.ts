import { describe, expect, test } from 'vitest';
import { countIn, textOf } from './copy-lines.ts';
import { findFirst } from './find-first.ts';
import { hitFilter, listFilter, markedParts, marker, noFilter } from './log-filter.ts';
import { type FindLines, LogMatches } from './log-matches.ts';
import { fromField, rangeText, readPlace, readRange, toField } from './log-place.ts';
import { allRows, linesOf } from './log-rows.ts';

/** Finds the lines that pass as the server does, at most so many lines a call. */
function finder(passes: (n: number) => boolean, perCall: number, total = { value: 0 }) {
  const asked: string[] = [];
  const find: FindLines = async ({ from, to = total.value, newestFirst, limit = Number.POSITIVE_INFINITY }) => {
    asked.push(`${from}-${to}${newestFirst ? ' back' : ''}`);
    const count = Math.min(perCall, to - from);
    const numbers = Array.from({ length: count }, (_, i) => (newestFirst ? to - 1 - i : from + i)).filter(passes);
    const at = newestFirst ? to - count : from + count;
    const runs = numbers.slice(0, limit).flatMap((n) => [n, 1]);
    return { at, done: at === (newestFirst ? from : to) || numbers.length >= limit, runs };
  };
  return { find, asked };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
const now = (f: () => void) => f();
const all = ({ rows }: ReturnType<LogMatches['getSnapshot']>) => linesOf(rows, rows.first, rows.end - 1);

describe('lines that pass', () => {
  test('are found newest first, part by part; those that come later follow them in their order', async () => {
    const isThird = (n: number) => n % 3 === 0;
    const { find, asked } = finder(isThird, 40);
    const matches = new LogMatches(find, 100, now);
    const seen: number[][] = [];
    matches.subscribe(() => seen.push(all(matches.getSnapshot())));
    matches.open();
    await settled();
    const thirds = Array.from({ length: 100 }, (_, n) => n).filter(isThird);
    expect(all(matches.getSnapshot())).toEqual(thirds);
    expect(asked).toEqual(['0-100 back', '0-60 back', '0-20 back']);
    expect(seen).toContainEqual(thirds.filter((n) => n >= 60));
    const { rows } = matches.getSnapshot();
    const place = rows.rowOf(66);
    matches.grow(130);
    await settled();
    const grown = matches.getSnapshot();
    expect(all(grown)).toEqual(Array.from({ length: 130 }, (_, n) => n).filter(isThird));
    // A row keeps its place, whatever comes before or behind it.
    expect(grown.rows.lineAt(place)).toBe(66);
    expect([grown.count, grown.looked, grown.going]).toEqual([44, 130, false]);
  });

  test('a line has its row, or that of the next one that passes, in stretches of any length', async () => {
    const runs = [90, 10, 50, 5, 20, 1];
    const matches = new LogMatches(async () => ({ at: 0, done: true, runs }), 100, now);
    matches.open();
    await settled();
    const { rows, count } = matches.getSnapshot();
    const numbers = [20, 50, 51, 52, 53, 54, ...Array.from({ length: 10 }, (_, i) => 90 + i)];
    expect(count).toBe(16);
    expect(linesOf(rows, rows.first, rows.end - 1)).toEqual(numbers);
    for (let line = 0; line < 100; line++) {
      const next = numbers.find((n) => n >= line);
      expect(rows.lineAt(rows.rowOf(line)), String(line)).toBe(next);
    }
    expect(rows.rowOf(100)).toBe(rows.end);
    expect(countIn(rows, { from: 20, to: 51 })).toBe(3);
  });

  test('a search that is stopped stays where it is, follows what is new, and goes on when asked', async () => {
    const { find, asked } = finder((n) => n % 2 === 0, 10);
    const matches = new LogMatches(find, 1_000, now);
    let calls = 0;
    matches.subscribe(() => {
      if (++calls === 3) matches.stop();
    });
    matches.open();
    await settled();
    const { looked } = matches.getSnapshot();
    expect(looked).toBeLessThan(100);
    matches.grow(1_004);
    await settled();
    expect(matches.getSnapshot().looked).toBe(looked + 4);
    expect(asked.at(-1)).toBe('1000-1004');
    matches.goOn();
    await settled();
    expect(matches.getSnapshot()).toMatchObject({ looked: 1_004, count: 502, going: false });
  });

  test('nobody looks any further once the viewer is closed; a failure is told and can be tried again', async () => {
    let refuse = true;
    const { find, asked } = finder(() => true, 10);
    const matches = new LogMatches((range) => (refuse ? Promise.reject(new Error('away')) : find(range)), 50, now);
    const close = matches.open();
    await settled();
    expect(matches.getSnapshot()).toMatchObject({ error: new Error('away'), going: false });
    refuse = false;
    matches.goOn();
    close();
    await settled();
    expect(asked.length).toBeLessThanOrEqual(1);
  });

  test('the first one is looked for through as many answers as it takes', async () => {
    const total = { value: 100 };
    const { find, asked } = finder((n) => n === 77, 30, total);
    expect(await findFirst([find], new AbortController())).toBe(77);
    expect(asked).toEqual(['0-100', '30-100', '60-100']);
    expect(await findFirst([finder(() => false, 30, total).find], new AbortController())).toBeUndefined();
  });
});

describe('what is asked of a log', () => {
  test('a text filters, or is stepped through among all that pass the rest', () => {
    const filter = { ...noFilter, text: 'nan', choices: { level: ['ERROR'], agent: [] } };
    expect(listFilter(noFilter)).toBeUndefined();
    expect(listFilter({ ...noFilter, choices: { level: [] } })).toBeUndefined();
    expect(listFilter(filter)).toEqual(filter);
    expect(listFilter({ ...filter, all: true })).toEqual({ ...filter, text: '' });
    expect(hitFilter({ ...filter, all: true })).toEqual(filter);
    expect(hitFilter({ ...filter, text: '' })).toBeUndefined();
  });

  test('hits are marked in either case; expressions only where looking for them cannot take long', () => {
    const parts = (text: string, regex: boolean, line: string) =>
      markedParts(line, marker({ ...noFilter, text, regex }));
    expect(parts('a.b', false, 'x A.B a-b')).toEqual(['x ', 'A.B', ' a-b']);
    expect(parts('nan|inf', true, 'inf is not NaN but nan')).toEqual(['', 'inf', ' is not NaN but ', 'nan', '']);
    expect(parts('(?i)nan', true, 'NaN')).toEqual(['', 'NaN', '']);
    expect(parts('x*', true, 'a')).toEqual(['a']);
    for (const bad of ['(a+)+b', 'a*b*c*', '(', '(?P<x>a)']) expect(parts(bad, true, 'aaa')).toEqual(['aaa']);
  });
});

test('a place is a line counted from one, a time of the day one is at, or a date', () => {
  expect(readPlace('8,215,571', undefined)).toEqual({ line: 8_215_570 });
  expect(readPlace('0', undefined)).toBeUndefined();
  const day = new Date(2026, 10, 21, 9).toISOString();
  expect(readPlace('9:03', day)).toEqual({ time: new Date(2026, 10, 21, 9, 3).toISOString() });
  expect(readPlace('2026-11-20 14:03:16', day)).toEqual({ time: new Date(2026, 10, 20, 14, 3, 16).toISOString() });
  expect(readPlace('2026-11-20', day)).toEqual({ time: new Date(2026, 10, 20).toISOString() });
  for (const bad of ['', 'noon', '25:99', '1.5']) expect(readPlace(bad, day), bad).toBeUndefined();
  const second = new Date(2026, 10, 20, 14, 3, 16).toISOString();
  expect(fromField(toField(second))).toBe(second);
  expect([toField(undefined), fromField('')]).toEqual(['', undefined]);
});

test('lines stand in an address by their numbers as they are shown', () => {
  expect([rangeText({ from: 11, to: 11 }), rangeText({ from: 11, to: 19 })]).toEqual(['L12', 'L12-20']);
  expect(readRange('L12')).toEqual({ from: 11, to: 11 });
  expect(readRange('#L20-L12')).toEqual({ from: 11, to: 19 });
  for (const bad of ['', 'L0', 'x', 'L1-']) expect(readRange(bad), bad).toBeUndefined();
});

test('a range is copied without colours, by neighbours where they are some and one by one where not', async () => {
  const line = (n: number) => ({
    n,
    time: null,
    level: '',
    rank: null,
    source: '',
    text: `\u001b[31mline ${n}\u001b[0m`,
  });
  const calls: string[] = [];
  const read = async ({ from, count }: { from: number; count: number }) => {
    calls.push(`${from}+${count}`);
    return { total: 9_000, from, lines: Array.from({ length: count }, (_, i) => line(from + i)) };
  };
  const single = async ({ numbers }: { numbers: readonly number[] }) => {
    calls.push(numbers.join());
    return numbers.map(line);
  };
  const rows = allRows(9_000);
  expect(await textOf(rows, { from: 7, to: 8 }, read, single)).toBe('line 7\nline 8\n');
  const long = await textOf(rows, { from: 0, to: 2_500 }, read, single);
  expect(long.split('\n')).toHaveLength(2_502);
  const some = { ...allRows(3), lineAt: (row: number) => row * 100, rowOf: (n: number) => Math.ceil(n / 100) };
  expect(await textOf(some, { from: 0, to: 200 }, read, single)).toBe('line 0\nline 100\nline 200\n');
  expect(calls).toEqual(['7+2', '0+2000', '2000+501', '0,100,200']);
});
