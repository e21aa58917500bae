import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readSearchFilter } from './shared/search-filter.ts';

const field = { kind: 'field', columnName: 'name', location: 'x', type: 'y', operator: '=', value: 'a' };
const group = (children: unknown[]) => ({ kind: 'group', conjunction: 'and', children });
const read = (filterGroup: unknown) =>
  readSearchFilter(JSON.stringify({ filterGroup }), () => ({ kind: 'sql', sql: sql<boolean>`true` })).condition;

test('a filter is limited in its depth, its conditions and its length, and the refusal names the limit', () => {
  const nested = (depth: number): unknown => (depth === 0 ? field : group([nested(depth - 1)]));
  expect(read(nested(50))).toBeDefined();
  expect(() => read(nested(51))).toThrow('nested more than 50 deep');
  expect(read(group(Array(500).fill(field)))).toBeDefined();
  expect(() => read(group(Array(501).fill(field)))).toThrow('more than 500 conditions');
  expect(() => read({ ...field, value: 'x'.repeat(200_000) })).toThrow('longer than 200000 characters');
});
