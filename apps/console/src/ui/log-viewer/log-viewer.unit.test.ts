import { describe, expect, test, vi } from 'vitest';
import { parseAnsi, plainText } from './ansi.ts';
import { allRows } from './log-rows.ts';
import type { LogRange } from './log-source.ts';
import { CHUNK, LogStore } from './log-store.ts';
import { keptInside, linesInView, SEGMENT, segmentFrom, segmentStart } from './log-window.ts';

describe('escape sequences', () => {
  test('colours and bold become spans, all else goes', () => {
    expect(parseAnsi('a \u001b[1;31mred\u001b[0m b')).toEqual([
      { text: 'a ' },
      { text: 'red', bold: true, tone: 'red' },
      { text: ' b' },
    ]);
    expect(plainText('\u001b[2K\u001b[1Gdone \u001b]8;;http://x\u0007link\u001b]8;;\u0007')).toBe('done link');
    expect(plainText('\u001b[38;5;31mx\u001b[38;2;1;31;3my')).toBe('xy');
    expect(parseAnsi('\u001b[38;5;31mx')).toEqual([{ text: 'x' }]);
  });

  test('control characters are seen, tabs stay', () => {
    expect(plainText('a\u0000b\tc\u0007 \u001b[1md\u007f\n')).toBe('a␀b\tc␇ d␡');
  });

  test('of a progress bar the last state is shown', () => {
    expect(plainText(' 10%|#   |\r 50%|##  |\r100%|####|\n')).toBe('100%|####|');
    expect(parseAnsi('')).toEqual([]);
  });
});

describe('window', () => {
  test('only the lines in the box are drawn, numbered from the segment', () => {
    expect(linesInView(0, 600, { start: 0, count: 1000 }, 0)).toEqual([0, 29]);
    expect(linesInView(2000, 600, { start: 5000, count: 1000 }, 10)).toEqual([5090, 5139]);
    expect(linesInView(19_400, 600, { start: 0, count: 1000 })).toEqual([950, 999]);
  });

  test('ten million lines are shown in segments that move before their edge is reached', () => {
    const total = 10_000_000;
    const rows = allRows(total);
    const end = segmentFrom(segmentStart(total, rows, SEGMENT), rows, SEGMENT);
    expect(end).toEqual({ start: total - SEGMENT, count: SEGMENT });
    const middle = end.start + SEGMENT / 2;
    expect(keptInside(end, middle, middle + 30, rows, SEGMENT)).toBe(end.start);
    expect(keptInside(end, total - 30, total - 1, rows, SEGMENT)).toBe(end.start);
    expect(keptInside(end, end.start + 10, end.start + 40, rows, SEGMENT)).toBe(end.start + 25 - SEGMENT / 2);
    const first = segmentFrom(0, rows, SEGMENT);
    expect(keptInside(first, SEGMENT - 60, SEGMENT - 20, rows, SEGMENT)).toBe(SEGMENT / 2 - 40);
    expect(segmentFrom(0, allRows(140), SEGMENT)).toEqual({ start: 0, count: 140 });
  });
});

describe('store', () => {
  /** A log of `length` lines that counts its reads. */
  function source(length: { value: number }) {
    const reads: [from: number, count: number][] = [];
    const read = async ({ from, count }: { from: number; count: number }): Promise<LogRange> => {
      reads.push([from, count]);
      const start = from < 0 ? Math.max(0, length.value + from) : from;
      const end = Math.min(length.value, start + count);
      const lines = Array.from({ length: Math.max(0, end - start) }, (_, i) => ({
        n: start + i,
        time: null,
        level: 'INFO',
        rank: null,
        source: 'task',
        text: `line ${start + i}`,
      }));
      return { total: length.value, from: start, lines };
    };
    return { read, reads };
  }
  const readTo = (store: LogStore, n: number) => vi.waitFor(() => expect(store.line(n)).toBeDefined());

  test('starts at the end, follows it, and reads ranges in view once', async () => {
    const length = { value: 1200 };
    const { read, reads } = source(length);
    const store = new LogStore(read, (f) => f());
    await store.tail();
    expect(store.getSnapshot().total).toBe(1200);
    expect(store.line(1199)?.text).toBe('line 1199');
    expect(store.line(699)).toBeUndefined();

    length.value = 1210;
    await store.tail();
    expect(store.line(1209)?.text).toBe('line 1209');

    store.need(0, 40);
    store.need(0, 40);
    await readTo(store, 0);
    store.need(10, 50);
    expect(store.line(0)?.text).toBe('line 0');
    expect(reads).toEqual([
      [-CHUNK, CHUNK],
      [1200, CHUNK],
      [0, CHUNK],
    ]);
  });

  test('of a log that grew by more than is read at a time the rest is read behind it: who follows it sees no gap', async () => {
    const length = { value: 100 };
    const { read, reads } = source(length);
    const store = new LogStore(read, (f) => f());
    await store.tail();
    length.value = 1400;
    await store.tail();
    expect(store.getSnapshot().total).toBe(1400);
    expect(Array.from({ length: 1400 }, (_, n) => n).filter((n) => !store.line(n))).toEqual([]);
    expect(reads.slice(1)).toEqual([
      [100, CHUNK],
      [100 + CHUNK, 1300 - CHUNK],
    ]);
  });

  test('a gap left by a log that grew faster than it was read is filled when it comes into view', async () => {
    const length = { value: 100 };
    const { read } = source(length);
    const store = new LogStore(read, (f) => f());
    await store.tail();
    length.value = 2000;
    await store.tail();
    expect(store.getSnapshot().total).toBe(2000);
    expect(store.line(1999)?.text).toBe('line 1999');
    expect(store.line(1400)).toBeUndefined();
    store.need(1380, 1420);
    await readTo(store, 1400);
    expect(store.line(1400)?.text).toBe('line 1400');
    expect(store.line(499)?.text).toBe('line 499');
  });

  test('of a log that keeps its newest lines the first that was there counts, and lines that went since say so', async () => {
    let first = 2_000;
    const lines = (from: number, end: number) =>
      Array.from({ length: Math.max(0, end - from) }, (_, i) => ({
        ...{ n: from + i, time: null, level: 'INFO', rank: null, source: '', text: `line ${from + i}` },
      }));
    const store = new LogStore(
      async ({ from, count }) => {
        const start = Math.max(first, from < 0 ? 5_000 + from : from);
        return { total: 5_000, first, from: start, lines: lines(start, Math.min(5_000, start + count)) };
      },
      (f) => f(),
      async ({ numbers }) => numbers.filter((n) => n >= first).flatMap((n) => lines(n, n + 1)),
    );
    await store.tail();
    expect(store.getSnapshot()).toMatchObject({ total: 5_000, first: 2_000 });
    first = 2_600;
    store.need(2_000, 2_010);
    store.need(2_550, 2_650);
    store.needLines([3_000, 3_400, 3_900]);
    for (const n of [2_000, 2_600, 3_900]) await readTo(store, n);
    store.needLines([2_400, 4_100]);
    for (const n of [2_400, 4_100]) await readTo(store, n);
    expect(store.getSnapshot()).toMatchObject({ total: 5_000, first: 2_000 });
    const said = (...numbers: number[]) => numbers.map((n) => store.line(n)?.text);
    expect(said(2_000, 2_499, 2_599, 2_600)).toEqual([...Array(3).fill('No longer kept'), 'line 2600']);
    expect(said(2_400, 3_000, 3_900, 4_100)).toEqual(['No longer kept', 'line 3000', 'line 3900', 'line 4100']);
  });

  test('what is asked for during a read follows it, so that the last lines of a log are not missed', async () => {
    const length = { value: 10 };
    const { read, reads } = source(length);
    const store = new LogStore(read, (f) => f());
    const first = store.tail();
    length.value = 12;
    await Promise.all([first, store.tail(), store.tail()]);
    expect(store.getSnapshot().total).toBe(12);
    expect(reads).toHaveLength(2);
  });

  test('a failed read is told and the next good one clears it', async () => {
    const length = { value: 10 };
    const { read } = source(length);
    let fail = true;
    const store = new LogStore(
      (range) => (fail ? Promise.reject(new Error('the server is away')) : read(range)),
      (f) => f(),
    );
    await store.tail();
    expect(store.getSnapshot().error?.message).toBe('the server is away');
    fail = false;
    await store.tail();
    expect(store.getSnapshot()).toMatchObject({ error: undefined, total: 10 });
  });

  test('a thousand changes within a frame are told once', async () => {
    const frames: (() => void)[] = [];
    const { read } = source({ value: 10 });
    const store = new LogStore(read, (f) => frames.push(f));
    let told = 0;
    store.subscribe(() => {
      told += 1;
    });
    for (let i = 0; i < 1000; i++) await store.tail();
    expect(frames).toHaveLength(1);
    frames[0]?.();
    expect(told).toBe(1);
  });
});
