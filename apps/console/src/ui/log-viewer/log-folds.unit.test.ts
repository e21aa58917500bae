import { describe, expect, test } from 'vitest';
import { findFolds } from './find-folds.ts';
import { foldedRows, type ShownFold } from './folded-rows.ts';
import { BLOCK, lookAround, noFolds } from './log-folds.ts';
import { allRows } from './log-rows.ts';
import type { LogLine } from './log-source.ts';

const lines = (texts: readonly string[], rank: (i: number) => number | null = () => null): LogLine[] =>
  texts.map((text, n) => ({ n, time: null, level: 'INFO', rank: rank(n), source: 'task', text }));
const foldsOf = (texts: readonly string[], rank?: (i: number) => number | null) => {
  const all = lines(texts, rank);
  return findFolds((row) => all[row], 0, all.length, all.length).folds.map(({ kind, row, count }) => [
    kind,
    row,
    count,
  ]);
};
const steps = (count: number) => Array.from({ length: count }, (_, i) => `step ${i} loss ${i / 7}e-0${i % 9}`);

const traceback = [
  'Traceback (most recent call last):',
  '  File "train.py", line 12, in <module>',
  '    main()',
  '    ^^^^^^',
  'ValueError: no such thing',
];

describe('tracebacks', () => {
  test('from the head to the exception, with those it came of', () => {
    expect(foldsOf(['a', ...traceback, 'b'])).toEqual([['traceback', 1, 5]]);
    expect(foldsOf([...traceback.slice(0, 4), 'KeyboardInterrupt'])).toEqual([['traceback', 0, 5]]);
    const chain = [
      ...traceback,
      '',
      'During handling of the above exception, another exception occurred:',
      '',
      ...traceback,
      '',
      'goes on',
    ];
    expect(foldsOf(chain)).toEqual([['traceback', 0, 13]]);
    expect(foldsOf(traceback.map((text) => `[rank0]: ${text}`))).toEqual([['traceback', 0, 5]]);
    expect(foldsOf([`12:00 ERROR main: ${traceback[0]}`, ...traceback.slice(1)])).toEqual([['traceback', 0, 5]]);
  });

  test('what is none, or has other lines in it, stays as it is', () => {
    expect(foldsOf(traceback.slice(0, 3))).toEqual([]);
    expect(foldsOf([...traceback.slice(0, 3), 'step 5, loss 2', ...traceback.slice(3)])).toEqual([]);
    expect(foldsOf(traceback, (n) => n % 2)).toEqual([]);
  });

  test('one whose end has not been read is not known', () => {
    const all = lines(traceback);
    const found = findFolds((row) => (row < 3 ? all[row] : undefined), 0, 2, 5);
    expect(found).toEqual({ folds: [], unsure: true });
  });
});

describe('repeats', () => {
  test('the same line from three on, one that differs in numbers from ten', () => {
    expect(foldsOf(['a', 'b', 'b', 'c'])).toEqual([]);
    expect(foldsOf(['a', 'b', 'b', 'b', 'c'])).toEqual([['same', 1, 3]]);
    expect(foldsOf(steps(9))).toEqual([]);
    expect(foldsOf(['start', ...steps(10), 'end'])).toEqual([['similar', 1, 10]]);
    expect(foldsOf(['', '', '', ''])).toEqual([]);
    const bars = Array.from({ length: 12 }, (_, i) => `${i}%|${'█'.repeat(i)}${' '.repeat(12 - i)}| ${i}/12 [0:0${i}]`);
    expect(foldsOf(bars)).toEqual([['similar', 0, 12]]);
    const hex = (i: number) => ((i * 0x9e3779b1) % 2 ** 32).toString(16).padStart(8, 'a');
    const saved = Array.from(
      { length: 12 },
      (_, i) => `saved ${i}.${hex(i)}-9fe8-4a1b-8${i % 9}cd-${hex(i)}beef and ${hex(i)}`,
    );
    expect(foldsOf(saved)).toEqual([['similar', 0, 12]]);
  });

  test('another level is another line', () => {
    const all = lines(steps(20)).map((line, i) => ({ ...line, level: i < 12 ? 'INFO' : 'ERROR' }));
    expect(findFolds((row) => all[row], 0, 20, 20).folds).toEqual([{ kind: 'similar', row: 0, count: 12 }]);
  });
});

describe('blocks', () => {
  const rows = allRows(3 * BLOCK);
  const texts = steps(3 * BLOCK);
  texts.splice(BLOCK - 2, 5, ...traceback);
  const all = lines(texts);
  const line = (n: number) => all[n];

  test('folds are the same in whatever order lines were read', () => {
    const atOnce = lookAround(noFolds, rows, line, 0, rows.end);
    expect(atOnce.list.map(({ kind, row, count }) => [kind, row, count])).toEqual([
      ['similar', 0, BLOCK - 2],
      ['traceback', BLOCK - 2, 5],
      ['similar', BLOCK + 3, BLOCK - 3],
      ['similar', 2 * BLOCK, BLOCK],
    ]);
    let inParts = lookAround(noFolds, rows, line, 2 * BLOCK, 2 * BLOCK + 9);
    inParts = lookAround(inParts, rows, line, BLOCK, BLOCK + 9);
    inParts = lookAround(inParts, rows, line, 0, 9);
    inParts = lookAround(inParts, rows, line, 0, 2 * BLOCK);
    expect(inParts.list).toEqual(atOnce.list);
    expect(lookAround(inParts, rows, line, 0, rows.end)).toBe(inParts);
  });

  test('nothing is told of a block of which lines are missing; the last one grows', () => {
    const part = lookAround(noFolds, rows, (n) => (n === 7 ? undefined : all[n]), 0, 9);
    expect(part).toBe(noFolds);
    const short = lookAround(noFolds, allRows(2 * BLOCK + 20), line, 2 * BLOCK, 2 * BLOCK + 20);
    expect(short.list).toEqual([{ kind: 'similar', row: 2 * BLOCK, count: 20 }]);
    expect(lookAround(short, allRows(2 * BLOCK + 30), line, 2 * BLOCK, 2 * BLOCK + 30).list).toEqual([
      { kind: 'similar', row: 2 * BLOCK, count: 30 },
    ]);
  });
});

describe('rows', () => {
  const fold = (row: number, count: number, open = false): ShownFold => ({ kind: 'similar', row, count, open });
  const folded = foldedRows(allRows(20), [fold(2, 5), fold(8, 3, true), fold(12, 8)]);

  test('a closed fold is one row, each line knows its row', () => {
    const { first, end, lineAt, lastAt } = folded;
    const shown = Array.from({ length: end - first }, (_, i) => [lineAt(i), lastAt(i)]);
    expect(shown.map(([from]) => from)).toEqual([0, 1, 2, 7, 8, 9, 10, 11, 12]);
    expect(shown.map(([, to]) => to)).toEqual([0, 1, 6, 7, 8, 9, 10, 11, 19]);
    expect([0, 2, 4, 6, 7, 10, 12, 19, 20].map(folded.rowOf)).toEqual([0, 2, 2, 2, 3, 6, 8, 8, 9]);
    expect([2, 4, 5, 8].map((row) => folded.foldAt(row)?.open)).toEqual([false, true, undefined, false]);
  });

  test('rows of a filter are folded as they stand, those before the start too', () => {
    const odd = {
      first: -5,
      end: 5,
      lineAt: (row: number) => 2 * row + 101,
      rowOf: (line: number) => Math.ceil((line - 101) / 2),
      knows: () => true,
    };
    const { first, end, lineAt, lastAt, rowOf } = foldedRows(odd, [fold(-3, 4)]);
    expect([first, end, lineAt(-3), lastAt(-3), lineAt(-2), rowOf(99), rowOf(103)]).toEqual([
      -5, 2, 95, 101, 103, -3, -2,
    ]);
  });

  test('of a log that grows without end so many blocks are remembered, those in sight always among them', () => {
    const all = lines(Array.from({ length: 600 * BLOCK }, () => 'the same'));
    let folds = noFolds;
    for (let end = BLOCK; end <= all.length; end += BLOCK) {
      folds = lookAround(folds, allRows(end), (n) => all[n], end - 60, end - 1);
      expect(folds.blocks.size).toBeLessThanOrEqual(500);
      expect(folds.list.at(-1)).toEqual({ kind: 'same', row: end - BLOCK, count: BLOCK });
    }
    // However many are looked at at once, all of them are there.
    const whole = lookAround(folds, allRows(all.length), (n) => all[n], 0, all.length - 1);
    expect(whole.blocks.size).toBe(600);
    expect(lookAround(whole, allRows(all.length), (n) => all[n], 0, all.length - 1)).toBe(whole);
  });
});
