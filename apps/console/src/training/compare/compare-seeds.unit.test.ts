import { expect, test } from 'vitest';
import { bandOf, seedAxis } from './seeds/seed-axis.ts';
import { seedGroups, verdicts } from './seeds/seed-groups.ts';
import { coloredGroups, meanLine, seedLines } from './seeds/seed-lines.ts';
import { settingNames } from './seeds/setting-names.ts';
import { halfInterval, sampleOf, studentQuantile, toldApart } from './seeds/student.ts';
import type { Comparison } from './shared/compared.ts';

test('quantiles of Student’s t are those of the tables, and between two of them', () => {
  expect([1, 2, 9, 30, 60, Number.POSITIVE_INFINITY].map(studentQuantile)).toEqual([
    12.706, 4.303, 2.262, 2.042, 2, 1.96,
  ]);
  // R: qt(.975, c(2.5, 35, 48)) = 3.574, 2.030, 2.011
  for (const [degrees, known, off] of [
    [2.5, 3.574, 0.06],
    [35, 2.03, 0.003],
    [48, 2.011, 0.003],
  ] as const)
    expect(Math.abs(studentQuantile(degrees) - known)).toBeLessThan(off);
});

test('a mean has its 95 % interval from two values on', () => {
  const { mean, variance } = sampleOf([1, 2, 3, 4]);
  expect([mean, variance]).toEqual([2.5, 5 / 3]);
  // 3.182 × √(5/3 ÷ 4)
  expect(halfInterval(sampleOf([1, 2, 3, 4]))).toBeCloseTo(2.054, 3);
  expect(halfInterval(sampleOf([1]))).toBeUndefined();
});

test('two samples are told apart by Welch’s interval of their difference', () => {
  // Differences of 1 with standard errors of 0.082 and 0.82: intervals of ± 0.23 and ± 2.3.
  expect(toldApart(sampleOf([1, 1.1, 1.2]), sampleOf([2, 2.1, 2.2]))).toBe(true);
  expect(toldApart(sampleOf([1, 2, 3]), sampleOf([2, 3, 4]))).toBe(false);
  expect([toldApart(sampleOf([1, 1]), sampleOf([1, 1])), toldApart(sampleOf([1, 1]), sampleOf([2, 2]))]).toEqual([
    false,
    true,
  ]);
});

function compared(rows: [lr: number, seed: number, best: number | null][], code?: string[]): Comparison {
  const path = (name: string, values: unknown[]) => ({
    part: 'setting',
    path: name,
    values,
    differs: new Set(values).size > 1,
    moves: null,
  });
  // Only what groups are made of.
  return {
    metric: { group: 'validation', name: 'loss', smallerIsBetter: true },
    records: rows.map(([, , best], at) => ({ id: at + 1, best })),
    paths: [
      path(
        'lr',
        rows.map(([lr]) => lr),
      ),
      path(
        'reproducibility.experiment_seed',
        rows.map(([, seed]) => seed),
      ),
      ...(code ? [path('train.py', code)] : []),
    ],
  } as unknown as Comparison;
}

test('replicates are equal in everything but their seed; what differs in anything else stands alone', () => {
  const groups = seedGroups(
    compared([
      [0.1, 1, 3],
      [0.1, 2, 4],
      [0.2, 1, 1],
      [0.2, 2, 1.5],
      [0.2, 3, null],
    ]),
  );
  expect(groups.map(({ name, ids, values }) => [name, ids, values])).toEqual([
    ['lr 0.2', [3, 4, 5], [1, 1.5]],
    ['lr 0.1', [1, 2], [3, 4]],
  ]);
  const same: [number, number, number][] = [
    [1, 1, 1],
    [1, 2, 2],
  ];
  expect(seedGroups(compared(same)).map(({ name }) => name)).toEqual(['All of them']);
  expect(seedGroups(compared(same, ['a', 'b']))).toEqual([]);
});

test('says which can be told apart, which cannot at that n, and where there are too few seeds', () => {
  const row =
    (lr: number) =>
    (best: number, seed: number): [number, number, number] => [lr, seed, best];
  const groups = seedGroups(
    compared([
      ...[1, 1.01, 1.02].map(row(1)),
      ...[1.015, 1.025, 1.035].map(row(2)),
      ...[3, 3.01, 3.02].map(row(3)),
      ...[9, 9.5].map(row(4)),
    ]),
  );
  expect(verdicts(groups)).toEqual([
    { kind: 'alike', better: 'lr 1', worse: 'lr 2', n: 3, gap: expect.closeTo(-0.015) },
    { kind: 'apart', better: 'lr 1', worse: 'lr 3', n: 3, gap: expect.closeTo(-2) },
    { kind: 'apart', better: 'lr 2', worse: 'lr 3', n: 3, gap: expect.closeTo(-1.985) },
    { kind: 'few', name: 'lr 4', n: 2, gap: expect.closeTo(6.24) },
  ]);
});

test('seeds have a mean where all of them have values, between their own ones along a straight line', () => {
  const two = [
    { x: [0, 10, 20, 30], y: [4, 3, 2, 9] },
    { x: [5, 15, 20], y: [4, 5, 6] },
  ];
  const mean = meanLine(two, 'mean');
  // At 5: 3.5 and 4; at 10: 3 and 4.5; at 15: 2.5 and 5. Two are too few for a band.
  expect(mean).toEqual({ x: [5, 10, 15, 20], y: [3.75, 3.75, 3.75, 4] });
  const [three, gap] = [
    meanLine(
      [1, 2, 3].map((y) => ({ x: [1], y: [y] })),
      'mean',
    ),
    meanLine(
      [1, Number.NaN, 3].map((y) => ({ x: [1, 2], y: [y, 2] })),
      'mean',
    ),
  ];
  // 4.303 × √(1 ÷ 3)
  expect(three).toEqual({
    x: [1],
    y: [2],
    min: [expect.closeTo(-0.484, 3)],
    max: [expect.closeTo(4.484, 3)],
    band: true,
  });
  expect(gap).toMatchObject({ y: [null, 2], min: [null, 2], max: [null, 2] });
  // From the least to the greatest, which two have; or nothing.
  expect(meanLine(two, 'range')).toMatchObject({ min: [3.5, 3, 2.5, 2], max: [4, 4.5, 5, 6], band: true });
  expect(meanLine(two, 'none')).toEqual({ x: [5, 10, 15, 20], y: [3.75, 3.75, 3.75, 4] });
  const apart = [
    { x: [1, 2], y: [1, 1] },
    { x: [3], y: [1] },
  ];
  expect(meanLine(apart, 'mean')).toBeUndefined();
  expect(meanLine([], 'mean')).toBeUndefined();
});

test('a setting’s seeds lie faint below its mean, which says how many they are, in its own colour whatever its rank', () => {
  const line = (id: number) => ({ id, name: String(id), color: 0, x: [1], y: [id] });
  const group = (name: string, ...ids: number[]) => {
    const short = name.slice(3);
    return { name, short, rest: '', ids, values: [], sample: undefined, half: undefined };
  };
  const records = [5, 8, 7, 9].map((id) => ({ id }));
  const groups = coloredGroups([group('lr 2', 8), group('lr 1', 5, 7), group('lr 3', 9)], records);
  expect(groups.map(({ name, slot }) => [name, slot])).toEqual([
    ['lr 2', 1],
    ['lr 1', 0],
    ['lr 3', 2],
  ]);
  const drawn = seedLines({ groups, band: 'mean' }, [5, 7, 8].map(line));
  expect(
    drawn.map(({ id, name, color, faint, opacity, strong, y }) => [id, name, color, faint, opacity, strong, y]),
  ).toEqual([
    [5, '5', undefined, 0, 0.28, undefined, [5]],
    [7, '7', undefined, 0, 0.28, undefined, [7]],
    // That of one seed is that of its record.
    [8, 'lr 2, n = 1', 1, undefined, undefined, true, [8]],
    ['mean 5', 'lr 1, n = 2', 0, undefined, undefined, true, [6]],
  ]);
});

test('a setting is called by the fewest values that tell it from each of the others', () => {
  const paths = Object.entries({
    ema: [0.9999, 0.9998, 0.9999, null],
    mixup: [0.8, 0.8, 0.2, 0.8],
    'train.py': ['abcdef', 'abcdef', 'abcdef', 'abcdef'],
  }).map(([path, values]) => ({ part: path.endsWith('.py') ? ('code' as const) : ('setting' as const), path, values }));
  expect(settingNames(paths, 4)).toEqual([
    { name: 'ema 0.9999 · mixup 0.8', short: '0.9999 · 0.8', rest: 'train.py abcd' },
    { name: 'ema 0.9998', short: '0.9998', rest: 'mixup 0.8 · train.py abcd' },
    { name: 'mixup 0.2', short: '0.2', rest: 'ema 0.9999 · train.py abcd' },
    { name: 'no ema', short: 'no ema', rest: 'mixup 0.8 · train.py abcd' },
  ]);
  const many = Array.from({ length: 5 }, (_, k) => ({ part: 'setting' as const, path: `p${k}`, values: [k, k + 1] }));
  expect(settingNames(many, 2)[0]).toEqual({ name: 'p0 0', short: '0', rest: 'p1 1 · p2 2 · 2 more' });
  // Code that is another one in each says less than two values of what somebody has set, and is all there is to say where these are alike.
  const code = { part: 'code' as const, path: 'train.py', values: ['abcd', 'bcde', 'cdef', 'defa'] };
  const lr = { part: 'hyperparameter' as const, path: 'lr', values: [1, 1, 2, 2] };
  const optimizer = { part: 'hyperparameter' as const, path: 'optimizer', values: ['adam', 'sgd', 'adam', 'adam'] };
  expect(settingNames([code, lr, optimizer], 4).map(({ name }) => name)).toEqual([
    'lr 1 · optimizer adam',
    'optimizer sgd',
    'lr 2 · train.py cdef',
    'lr 2 · train.py defa',
  ]);
});

test('the axis of the seeds has room for all seeds and for the intervals of three or more', () => {
  const group = (...values: number[]) => {
    const sample = sampleOf(values);
    const name = { name: '', short: '', rest: '', ids: [] };
    return { ...name, values, sample, half: halfInterval(sample) };
  };
  const [three, two] = [group(1, 2, 3), group(6, 8)];
  expect(bandOf(two, 'range')).toEqual([6, 8]);
  expect(bandOf(two, 'none')).toBeUndefined();
  expect(bandOf(group(5), 'range')).toBeUndefined();
  const shares = (band: 'mean' | 'range') => {
    const axis = seedAxis([three, two], band);
    return [three, two].map((one) => bandOf(one, band)?.map((edge) => axis.share(edge)) ?? []);
  };
  const within = ([from = -1, to = 2]: number[]) => from >= 0 && to <= 1;
  // 2 ± 2.5 and 7 ± 12.7.
  expect(shares('mean').map(within)).toEqual([true, false]);
  expect(shares('range').map(within)).toEqual([true, true]);
  expect(seedAxis([three, two], 'range').ticks).toEqual([2, 4, 6, 8]);
});
