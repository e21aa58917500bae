import { expect, test } from 'vitest';
import { byUse, uses, weightOf } from './use-counts.ts';

const day = 86_400_000;
const all = [
  { key: 'often', count: 4, at: 0 },
  { key: 'lately', count: 1, at: 21 * day },
];

test('use counts half after a week, and decides only among what was found equally well', () => {
  expect(weightOf('often', all, 7 * day)).toBe(2);
  expect(weightOf('never', all, 0)).toBe(0);
  const found = [
    { key: 'never', class: 1 },
    { key: 'often', class: 1 },
    { key: 'lately', class: 1 },
    { key: 'best', class: 0 },
  ];
  expect(byUse(found, all, 21 * day).map(({ key }) => key)).toEqual(['best', 'lately', 'often', 'never']);
});

test('only what is a use is read', () => {
  expect(uses.read([{ key: 'a', count: 1, at: 2 }, { key: 3 }, null])).toEqual([{ key: 'a', count: 1, at: 2 }]);
  expect(uses.read('x')).toEqual([]);
});
