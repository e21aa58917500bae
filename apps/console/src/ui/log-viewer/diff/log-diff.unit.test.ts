import { describe, expect, test } from 'vitest';
import { diffLogLines } from './diff-log-lines.ts';
import { changesOf, diffRows } from './diff-rows.ts';
import { type LogEnds, readEnds } from './read-ends.ts';

const log = (texts: readonly string[], from = 0): LogEnds => ({
  lines: texts.map((text, i) => ({ n: from + i, time: null, level: '', rank: null, source: '', text })),
  total: texts.length,
  cut: undefined,
});
const steps = (count: number, loss: number) =>
  Array.from({ length: count }, (_, i) => [
    `step ${i} loss ${loss + i}`,
    ...(i % 5 === 4 ? [`saved ${i}`] : []),
  ]).flat();

/** As a person writes it down: what both have plain, else with a sign. */
function written(left: string[], right: string[]): string[] {
  return diffLogLines(left, right).flatMap((one) =>
    one.same
      ? left.slice(one.left, one.left + one.lefts)
      : [
          ...left.slice(one.left, one.left + one.lefts).map((text) => `-${text}`),
          ...right.slice(one.right, one.right + one.rights).map((text) => `+${text}`),
        ],
  );
}

describe('how two logs go together', () => {
  test('numbers tell nothing, words do', () => {
    const left = ['start', 'took 3.4 s', 'a', 'end'];
    expect(written(left, ['start', 'took 12 s', 'b', 'c', 'end'])).toEqual([
      'start',
      'took 3.4 s',
      '-a',
      '+b',
      '+c',
      'end',
    ]);
    expect(written(left, left)).toEqual(left);
    expect(written([], ['x'])).toEqual(['+x']);
    expect(written(['x'], [])).toEqual(['-x']);
    expect(diffLogLines([], [])).toEqual([]);
  });

  test('one line more of a kind that comes often leaves those behind it where they are', () => {
    const [left, right] = [steps(50, 1), ['early', 'saved 0', ...steps(50, 7)]];
    expect(written(left, right)).toEqual(['+early', '+saved 0', ...left]);
    const failed = [...right.slice(0, 30), 'NaN', ...right.slice(30)];
    expect(written(left, failed).filter((line) => /^[-+]/.test(line))).toEqual(['+early', '+saved 0', '+NaN']);
  });

  test('ten thousand lines that are much alike do not take for ever', () => {
    const like = (at: number, other: string) => (at % 97 === 0 ? other : at % 2 === 0 ? `step ${at}` : 'waiting');
    const [left, right] = ['left', 'right'].map((side) => Array.from({ length: 10_000 }, (_, i) => like(i, side)));
    const differing = diffLogLines(left ?? [], right ?? []).filter(({ same }) => !same);
    expect(differing).toHaveLength(104);
    expect(differing.every(({ lefts, rights }) => lefts === 1 && rights === 1)).toBe(true);
  });
});

describe('rows', () => {
  const left = log([...steps(20, 0), 'only here', ...steps(20, 0), 'end']);
  const right = log([...steps(20, 3), ...steps(20, 3), 'one', 'two', 'end']);
  const stretches = diffLogLines(
    ...([left, right].map(({ lines }) => lines.map(({ text }) => text)) as [string[], string[]]),
  );
  const kinds = (numbers: boolean, opened = new Set<number>()) =>
    diffRows({ left, right, stretches }, numbers, opened).map((row) => (row.kind === 'folded' ? row.count : row.kind));

  test('what is the same folds but for the lines around a difference', () => {
    const around = ['same', 'same', 'same'];
    expect(kinds(false)).toEqual([21, ...around, 'left', ...around, 18, ...around, 'right', 'right', 'same']);
    expect(kinds(false, new Set([0])).filter((kind) => kind === 'same')).toHaveLength(31);
    expect(changesOf(diffRows({ left, right, stretches }, false, new Set()))).toEqual([4, 12]);
  });

  test('numbers make a difference where they are asked for', () => {
    // Lines of a checkpoint have the same numbers.
    expect(kinds(true).filter((kind) => kind === 'left')).toHaveLength(41);
    expect(kinds(true).filter((kind) => kind === 'right')).toHaveLength(42);
  });
});

test('of a long log the first and the last lines are read, and what is between is told', async () => {
  const source = (total: number) => {
    const told: number[] = [];
    const read = async ({ from, count }: { from: number; count: number }) => ({
      total,
      from,
      lines: log(
        Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, i) => `${from + i}`),
        from,
      ).lines,
    });
    const { signal } = new AbortController();
    return readEnds(read, signal, (at) => told.push(at), 1_500).then((ends) => ({ ...ends, told }));
  };
  const whole = await source(3_000);
  expect(whole).toMatchObject({ total: 3_000, cut: undefined });
  expect(whole.lines.map(({ n }) => n)).toEqual(Array.from({ length: 3_000 }, (_, i) => i));
  const long = await source(10_000);
  expect(long.cut).toEqual({ at: 1_500, from: 1_500, to: 8_499 });
  expect([long.lines.length, long.lines[1_499]?.n, long.lines[1_500]?.n, long.lines.at(-1)?.n]).toEqual([
    3_000, 1_499, 8_500, 9_999,
  ]);
  expect(long.told).toEqual([1_000, 1_500, 2_500, 3_000]);
  expect((await source(0)).lines).toEqual([]);
  const rows = diffRows(
    { left: long, right: long, stretches: diffLogLines(texts(long), texts(long)) },
    false,
    new Set(),
  );
  expect(rows.map((row) => row.kind)).toEqual([
    'folded',
    'same',
    'same',
    'same',
    'gap',
    'gap',
    'same',
    'same',
    'same',
    'folded',
  ]);
});
const texts = ({ lines }: LogEnds) => lines.map(({ text }) => text);
