import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { chooseRows } from './downsample.ts';
import vectors from './vectors/metrics-downsampling.json' with { type: 'json' };

// The series the vectors were recorded over: 60 validation reports.
const steps = Array.from({ length: 60 }, (_, index) => (index + 1) * 10);
const loss = steps.map((_, index) => (index === 32 ? 50 : 1 / (index + 1)));
const nn = steps.map((_, index) => ((index + 1) % 20 === 0 ? 'NaN' : index + 1));

test.each([3, 4, 5, 10, 30, 59])(
  '%i points: exactly so many, in order, always the same, with both extremes and the end',
  (max) => {
    const chosen = chooseRows([loss], 60, max);
    expect(chosen).toHaveLength(max);
    expect(chosen).toEqual([...chosen].sort((left, right) => left - right));
    expect(chooseRows([loss], 60, max)).toEqual(chosen);
    expect(chosen).toContain(32);
    expect(chosen).toContain(59);
  },
);

test('of two columns each keeps its extremes', () => {
  const chosen = chooseRows([loss, nn], 60, 6);
  expect(chosen).toHaveLength(6);
  for (const index of [0, 32, 58, 59]) expect(chosen).toContain(index);
});

test('texts and gaps are spread evenly', () => {
  expect(chooseRows([steps.map(() => 'x')], 60, 4)).toHaveLength(4);
  expect(chooseRows([steps.map(() => undefined)], 60, 1)).toEqual([59]);
});

test('number and bounds agree with every recorded case; which points come back differs on purpose', () => {
  let equal = 0;
  for (const { query, batches } of vectors.cases) {
    const params = new URLSearchParams(query);
    const from = Number(params.get('startBatches') ?? 0);
    const to = Number(params.get('endBatches') ?? Number.MAX_SAFE_INTEGER);
    const above = Number(params.get('timeSeriesFilter.integerRange.gt') ?? Number.MIN_SAFE_INTEGER);
    const asked = Number(params.get('maxDatapoints') ?? 0);
    const kept = steps.filter((step) => step >= from && step <= to && step > above);
    const columns = [loss, nn].slice(0, params.getAll('metricIds').length || 1);
    const chosen = chooseRows(
      columns.map((column) => column.slice(0, kept.length)),
      kept.length,
      asked > 0 ? asked : 200,
    );
    const recorded = batches[0]?.[2] as number[];
    expect(chosen.length, query).toBe(recorded.length);
    const points = chosen.map((index) => kept[index]);
    if (recorded.length === kept.length) expect(points, query).toEqual(recorded);
    if (isDeepStrictEqual(points, recorded)) equal += 1;
  }
  const excepted = vectors.cases.length - equal;
  expect([equal, excepted]).toEqual([6, 6]);
  console.log(`down-sampling: ${equal} equal + ${excepted} excepted`);
});
