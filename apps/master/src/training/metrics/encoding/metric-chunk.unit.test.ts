import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { cutIntoChunks, decodeChunk, encodeChunk, type MetricRow } from './metric-chunk.ts';
import { inflated } from './pieces.ts';
import { addPoint, appendRollup, emptyCurve, encodeRollup, reduceCurve, sortCurve } from './rollup.ts';

const decodeRollup = (bytes: Uint8Array) => {
  const curve = emptyCurve();
  appendRollup(curve, bytes);
  return curve;
};

/** Numbers from 0 to 1 like those of chance. */
function draws(): () => number {
  let seed = 7;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
}

function row(index: number, values: MetricRow['values'], batchMetrics: MetricRow['batchMetrics'] = null): MetricRow {
  return {
    id: 100 + index * 3,
    runId: 1,
    steps: index * 10,
    time: 1_795_265_168_000_000 + index * 250_123,
    values,
    batchMetrics,
  };
}

test('reports of every shape come back as they were', async () => {
  const rows = [
    row(0, { loss: 1, name: 'x', list: [1, 'a'], deep: { k: null }, __proto__x: 2 }),
    row(1, { loss: 'NaN', acc: 0.1 }),
    row(2, {}),
    row(3, { loss: 'Infinity', acc: '-Infinity', flag: true, none: null }, [{ loss: 0.4 }, { loss: 0.6 }]),
    row(4, { loss: 'text now' }, []),
    { ...row(5, { loss: -0.5 }), runId: 2, steps: 7 },
  ];
  expect(await decodeChunk(await encodeChunk(rows))).toEqual(rows);
});

test('names that objects have by themselves are names like others', async () => {
  const rows = [row(0, JSON.parse('{"__proto__": 1, "constructor": 2, "toString": "text"}'))];
  const [read] = await decodeChunk(await encodeChunk(rows));
  expect(Object.entries(read?.values ?? {})).toEqual([
    ['__proto__', 1],
    ['constructor', 2],
    ['toString', 'text'],
  ]);
});

test('reports share a chunk by 512; with very many names by fewer, so that none is large', () => {
  const of = (count: number, names: number) => {
    const values = Object.fromEntries(Array.from({ length: names }, (_, index) => [`name ${index}`, 1]));
    return cutIntoChunks(
      'training',
      Array.from({ length: count }, (_, index) => row(index, values)),
    ).map((rows) => rows.length);
  };
  expect(of(1100, 10)).toEqual([512, 512, 76]);
  expect(of(300, 512)).toEqual([128, 128, 44]);
  expect(of(130, 5_000)).toEqual([64, 64, 2]);
  expect(of(0, 0)).toEqual([]);
});

test('single-precision curves take at most 12 bytes a point, roll-ups and axis included', async () => {
  const noise = draws();
  const names = Array.from({ length: 10 }, (_, index) => `metric_${index}`);
  const rows = Array.from({ length: 512 }, (_, index) =>
    row(index, Object.fromEntries(names.map((name, at) => [name, Math.fround(1 / (index + 1 + at) + noise() * 0.05)]))),
  );
  const chunk = await encodeChunk(rows);
  const bytes =
    chunk.axis.length + chunk.columns.reduce((sum, column) => sum + column.data.length + column.rollup.length, 0);
  expect(bytes / (512 * names.length)).toBeLessThan(8);
});

test('a roll-up keeps the least, greatest and last finite value of each 16 reports, and that there was none', () => {
  const steps = Array.from({ length: 56 }, (_, index) => index);
  const values = steps.map((step) => {
    if (step === 20 || step >= 48) return Number.NaN;
    return step === 25 ? -7 : step === 39 ? undefined : step === 47 ? Infinity : step;
  });
  const curve = decodeRollup(
    encodeRollup(
      steps,
      steps.map((step) => step * 1000),
      values,
    ),
  );
  expect(curve).toEqual({
    steps: [15, 31, 47, 55],
    times: [15_000, 31_000, 47_000, 55_000],
    min: [0, -7, 32, Number.NaN],
    max: [15, 31, 46, Number.NaN],
    last: [15, 31, 46, Number.NaN],
  });
});

test('a roll-up is of neighbours by step, whatever the order of arrival', () => {
  const steps = Array.from({ length: 40 }, (_, index) => (index * 27) % 40);
  const curve = decodeRollup(encodeRollup(steps, steps, steps));
  expect(curve.steps).toEqual([15, 31, 39]);
  expect(curve.min).toEqual([0, 16, 32]);
  expect(curve.last).toEqual([15, 31, 39]);
});

test('reducing a curve keeps its extremes and its end', () => {
  const curve = emptyCurve();
  for (let step = 1000; step > 0; step -= 1)
    addPoint(curve, step, step, step === 333 ? 99 : step === 777 ? -99 : 1 / step);
  const reduced = reduceCurve(sortCurve(curve), 50);
  expect(reduced.steps.length).toBe(50);
  expect(Math.max(...reduced.max)).toBe(99);
  expect(Math.min(...reduced.min)).toBe(-99);
  expect(reduced.steps.at(-1)).toBe(1000);
});

test('short pieces are stored as they are, and read as all others', async () => {
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, index) => row(index, { loss: Math.fround(1 / (index + 1)) }));
  const short = await encodeChunk(rowsOf(3));
  const long = await encodeChunk(rowsOf(200));
  // A stored block of one piece: RFC 1951, 3.2.4.
  expect([...(short.columns[0]?.data ?? [])].slice(0, 3)).toEqual([1, 13, 0]);
  for (const [chunk, count] of [
    [short, 3],
    [long, 200],
  ] as const) {
    expect((await decodeChunk(chunk)).map(({ values }) => values.loss)).toEqual(
      rowsOf(count).map(({ values }) => values.loss),
    );
  }
});

test('what hardly gets shorter is stored as it is; all pieces are raw deflate for whoever reads them', async () => {
  const columnsOf = async (value: (index: number) => number) => {
    const rows = Array.from({ length: 512 }, (_, index) => row(index, { loss: value(index) }));
    const chunk = await encodeChunk(rows);
    expect((await decodeChunk(chunk)).map(({ values }) => values.loss)).toEqual(rows.map(({ values }) => values.loss));
    const pieces = [chunk.axis, ...chunk.columns.flatMap(({ data, rollup }) => [data, rollup])];
    for (const piece of pieces) expect(Buffer.from(inflated(piece))).toEqual(inflateRawSync(piece));
    return chunk.columns.map(({ data }) => data[0] === 1);
  };
  const noise = draws();
  expect(await columnsOf(() => Math.fround(noise()))).toEqual([true]);
  expect(await columnsOf((index) => Math.fround(Math.exp(-index / 1000)))).toEqual([false]);
});
