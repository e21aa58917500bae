import { expect, test } from 'vitest';
import { flag, ids, oneOf, text, texts, wholeNumber } from './search-params.ts';

test('an address gives only what the page can use', () => {
  const raw = { sort: 'newest', page: '3', size: 2.5, on: true, off: 'false', name: 7 };
  expect(oneOf(raw, 'sort', ['name', 'newest'])).toBe('newest');
  expect(oneOf(raw, 'sort', ['name'])).toBeUndefined();
  expect(wholeNumber(raw, 'page')).toBe(3);
  expect(wholeNumber(raw, 'page', 4)).toBeUndefined();
  expect(wholeNumber(raw, 'size')).toBeUndefined();
  expect(wholeNumber(raw, 'none')).toBeUndefined();
  expect(flag(raw, 'on')).toBe(true);
  expect(flag(raw, 'off')).toBeUndefined();
  expect(text(raw, 'name')).toBe('7');
  expect(texts({ tags: ['a', 2, null] }, 'tags')).toEqual(['a', '2']);
  expect(texts({ tags: 'a' }, 'tags')).toEqual(['a']);
  expect(texts(raw, 'none')).toBeUndefined();
  expect(ids({ users: [3, '4', 'x', -1] }, 'users')).toEqual([3, 4]);
  expect(ids({ users: 'x' }, 'users')).toBeUndefined();
});
