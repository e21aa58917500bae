import { byName } from '@determined/contract/wire/by-name.ts';
import { expect, test } from 'vitest';
import { addReport, summaryFromJson, summaryText, type TrialSummary } from './metric-summary.ts';
import { metricType, searcherValue } from './shared/metric-values.ts';
import { summaryJson } from './shared/shown-summary.ts';

async function summaryOf(...reports: Parameters<typeof addReport>[2][]): Promise<unknown> {
  const summary: TrialSummary = new Map();
  for (const values of reports) addReport(summary, 'grp', values);
  return JSON.parse(await summaryText(summary)).grp;
}

test('a NaN or infinite value leaves sum, mean, min and max alone and is counted apart', async () => {
  expect(await summaryOf({ x: 3 }, { x: 'NaN' }, { x: '-Infinity' }, { x: 1 })).toEqual({
    x: { type: 'number', last: 1, count: 2, sum: 4, mean: 2, min: 1, max: 3, nonFinite: 2 },
  });
  expect(await summaryOf({ x: 'Infinity' })).toEqual({
    x: { type: 'number', last: 'Infinity', count: 0, sum: 0, mean: null, min: null, max: null, nonFinite: 1 },
  });
});

test('a metric without a finite value is shown with its count and NaN, one with some as it is stored', async () => {
  const summary: TrialSummary = new Map();
  addReport(summary, 'training', { none: 'NaN', some: 'NaN', text: 'a' });
  addReport(summary, 'training', { none: 'Infinity', some: 2, text: 'b' });
  const stored = JSON.parse(await summaryText(summary));
  const none = { type: 'number', last: 'Infinity', count: 2, sum: 'NaN', mean: 'NaN', min: 'NaN', max: 'NaN' };
  expect(JSON.parse(summaryJson(JSON.stringify(stored)))).toEqual({ avg_metrics: { ...stored.avg_metrics, none } });
});

test('a summary of finite values is shown as it is stored', () => {
  const stored = '{"avg_metrics":{"some":{"count":1}}}';
  expect(summaryJson(stored)).toBe(stored);
});

test('a metric whose reports disagree in type is a text for good', async () => {
  expect(await summaryOf({ x: 1 }, { x: 'a' }, { x: 2 })).toEqual({ x: { type: 'string', last: 2 } });
  expect(await summaryOf({ x: null }, { x: 2 })).toEqual({ x: { type: 'string', last: 2 } });
});

test('a name that the newest report lacks has no last value', async () => {
  expect(await summaryOf({ x: 2, z: 1 }, { x: 4 })).toMatchObject({
    x: { last: 4, count: 2 },
    z: { last: null, count: 1 },
  });
});

test('the stored form reads back to the same state', async () => {
  const summary: TrialSummary = new Map();
  addReport(summary, 'training', { a: 1.5, b: 'NaN', s: 'text', o: { k: [1] } });
  addReport(summary, 'validation', { a: -2 });
  const stored = JSON.parse(await summaryText(summary));
  expect(summaryFromJson(stored)).toEqual(summary);
});

test.each([
  ['2024-01-02T03:04:05Z', 'date'],
  ['2024-01-02T03:04:05.123456+02:00', 'date'],
  ['2024-01-02', 'string'],
  ['2024-01-02 03:04:05', 'string'],
  ['NaN', 'number'],
  ['nan', 'string'],
  ['-Infinity', 'number'],
  ['toString', 'string'],
])('%s is of type %s', (value, type) => {
  expect(metricType(value)).toBe(type);
});

test('a searcher value is a number, nothing, or refused', () => {
  expect(searcherValue('nan')).toBeNaN();
  expect(searcherValue(' 1.5e3 ')).toBe(1500);
  expect(searcherValue('-inf')).toBe(-Infinity);
  expect(searcherValue(null)).toBeNull();
  expect(searcherValue(undefined)).toBeNull();
  expect(searcherValue('abc')).toBe('invalid');
  expect(searcherValue('')).toBe('invalid');
  expect(searcherValue(true)).toBe('invalid');
  expect(searcherValue({})).toBe('invalid');
});

test('names are stored in order, whichever came first', async () => {
  const summary: TrialSummary = new Map();
  addReport(summary, 'training', { b: 1, c: 'text' });
  await summaryText(summary);
  addReport(summary, 'training', { a: 2, b: 3, 'A b': 'NaN' });
  const stored = await summaryText(summary);
  expect(stored).toBe(JSON.stringify(byName(JSON.parse(stored))));
  expect(Object.keys(JSON.parse(stored).avg_metrics)).toEqual(['A b', 'a', 'b', 'c']);
});
