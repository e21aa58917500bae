import { expect, test } from 'vitest';
import { readFilter } from '../filter-set.ts';
import { filledIn, fixedWidth } from './kept-table.ts';

test('[SETTINGS-046] a page is kept with the order and size that it is one of, and a view says all itself', () => {
  const kept = { sort: 'name=asc', size: 40, page: 3, columns: 'id,name' };
  expect(filledIn(kept, {})).toMatchObject(kept);
  // In another order, or of another size, the third page is another one.
  expect(filledIn(kept, { sort: 'id=asc' })?.page).toBeUndefined();
  expect(filledIn(kept, { size: 20 })?.page).toBeUndefined();
  expect(filledIn(kept, { filter: { kind: 'group' } })?.page).toBeUndefined();
  expect(filledIn(kept, { page: 2 })?.page).toBe(2);
  expect(filledIn(kept, { look: {} })).toBeUndefined();
  expect(filledIn({}, {})).toBeUndefined();
});

test('[EXPLIST-058] beside a comparison the table is 200 px wide when only the selection column is pinned', () => {
  expect([0, 1, 3].map(fixedWidth)).toEqual([200, undefined, undefined]);
});

test.each([
  '',
  '{"filterGroup": 7',
  'null',
  '{"filterGroup": 7}',
  '{"filterGroup": null, "showArchived": true}',
  '{"filterGroup": {"kind": "group"}}',
])('a stored filter set that cannot be used is not taken for none: %s', (filterset) => {
  const { filter } = filledIn({ filterset }, {}) ?? {};
  expect(filter).toBeDefined();
  expect(readFilter(filter)).toBeUndefined();
});
