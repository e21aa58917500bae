import { expect, test } from 'vitest';
import { isOverruled, type Setting, settingWords } from './effective-settings.ts';

const setting = (over: Partial<Setting>): Setting => ({
  path: ['resources', 'priority'],
  value: 42,
  origin: 'workspacePolicy',
  given: [
    { origin: 'workspacePolicy', value: 42 },
    { origin: 'user', value: 20 },
    { origin: 'default', value: 1 },
  ],
  ...over,
});

test('what a layer gave and does not hold is overruled; a default is not, nor what says the same, nor what is put together', () => {
  expect(isOverruled(setting({}))).toBe(true);
  expect(isOverruled(setting({ given: [{ origin: 'user', value: 42 }] }))).toBe(false);
  expect(isOverruled(setting({ given: [{ origin: 'default', value: 1 }] }))).toBe(false);
  expect(isOverruled(setting({ items: ['user', 'cluster'] }))).toBe(false);
});

test('values stand on one line', () => {
  expect(['a', 1, null, { b: [2] }].map(settingWords)).toEqual(['a', '1', 'null', '{"b":[2]}']);
});
