import { expect, test } from 'vitest';
import { aloneOf, type FilterCounts, mostNarrowing } from '../filter-counts.ts';
import type { FilterField, FilterGroup, FilterNode } from '../filter-set.ts';
import { inWords, partInWords } from './filter-sentence.ts';
import { inBrief, plainValue } from './filter-words.ts';

const names = { labelName: ({ columnName }: FilterField) => columnName, valueName: plainValue };
const field = (columnName: string, operator: FilterField['operator'], value: FilterField['value'], type = 'NUMBER') =>
  ({ kind: 'field', columnName, type: `COLUMN_TYPE_${type}`, operator, value }) as FilterField;
const group = (conjunction: 'and' | 'or', ...children: FilterNode[]): FilterGroup => ({
  kind: 'group',
  conjunction,
  children,
});
const said = (node: FilterNode) =>
  inWords(node.kind === 'group' ? node : group('and', node), names)
    .map(({ text }) => text)
    .join('');
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name, at) => field(name, '>', at)) as [
  FilterField,
  FilterField,
  FilterField,
  FilterField,
];

test('each operator is a verb, and those of dates are their own', () => {
  const verbs = (['=', '!=', '>', '>=', '<', '<='] as const).map((operator) => said(field('lr', operator, 0.5)));
  expect(verbs).toEqual([
    'lr is 0.5',
    'lr is not 0.5',
    'lr is above 0.5',
    'lr is at least 0.5',
    'lr is below 0.5',
    'lr is at most 0.5',
  ]);
  const days = (['>', '>=', '<', '<='] as const).map((operator) =>
    said(field('start', operator, '2026-11-14T00:00:00.000Z', 'DATE')),
  );
  expect(days).toEqual([
    'start is after 2026-11-14',
    'start is on or after 2026-11-14',
    'start is before 2026-11-14',
    'start is on or before 2026-11-14',
  ]);
  const texts = (['contains', 'notContains', 'isEmpty', 'notEmpty'] as const).map((operator) =>
    said(field('name', operator, operator.endsWith('Empty') ? null : 'vit', 'TEXT')),
  );
  expect(texts).toEqual(['name contains vit', 'name does not contain vit', 'name is empty', 'name is not empty']);
});

test('groups say how many of their own they take, and have commas where that is not told otherwise', () => {
  expect(said(group('and', a, b))).toBe('a is above 0 and b is above 1');
  expect(said(group('or', a, b, c))).toBe('a is above 0, b is above 1 or c is above 2');
  expect(said(group('and', a, group('or', b, group('and', c, d))))).toBe(
    'a is above 0, and either b is above 1, or both c is above 2 and d is above 3',
  );
  expect(said(group('and', group('or', a, b, c), d))).toBe(
    'any of a is above 0, b is above 1 or c is above 2, and d is above 3',
  );
  // What is no group for who reads it.
  expect(said(group('and', a, group('and', b, group('or', c))))).toBe('a is above 0, b is above 1 and c is above 2');
  const [first] = partInWords(group('and', a, b), names);
  expect(first).toEqual({ text: 'both ', isCondition: false });
  expect(inBrief(group('or', a, group('and', b)), names)).toBe('any of 2 conditions');
  expect(inBrief(field('start', '<', '2026-11-14T00:00:00.000Z', 'DATE'), names)).toBe('start before 2026-11-14');
});

const counted = (found: number, ...lines: [FilterNode, alone: number, without: number][]): FilterCounts => ({
  total: 100,
  found,
  lines: lines.map(([node, alone, without], at) => ({ node, place: [at], alone, without })),
});

test('what narrows most is the line without which most are found, of a group and its one condition the condition', () => {
  expect(mostNarrowing(counted(3, [a, 9, 4], [b, 8, 7], [c, 9, 5]))?.node).toBe(b);
  expect(mostNarrowing(counted(3, [group('or', a), 9, 7], [a, 9, 7]))?.node).toBe(a);
  // One of several that may hold keeps nothing away.
  expect(mostNarrowing(counted(9, [a, 5, 4], [b, 4, 5]))).toBeUndefined();
  expect(mostNarrowing(counted(9, [a, 9, 9]))).toBeUndefined();
});

test('a line has its own count wherever it stands now, and none until it is counted', () => {
  const counts = counted(3, [a, 9, 4], [group('or', b, c), 8, 7]);
  expect(aloneOf(counts, { ...a })).toBe(9);
  expect(aloneOf(counts, group('or', b, c, field('d', '=', null)))).toBe(8);
  expect(aloneOf(counts, d)).toBeUndefined();
  expect(aloneOf(counts, field('a', '>', null))).toBeUndefined();
  expect(aloneOf(undefined, a)).toBeUndefined();
});
