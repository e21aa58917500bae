import { expect, test } from 'vitest';
import { rowHeight, rowHeights } from './shell-settings.ts';

test('[SETTINGS-034, SETTINGS-035, SETTINGS-036, SETTINGS-037] rows are as tall as the specification says', () => {
  expect(rowHeights).toEqual({ SHORT: 32, MEDIUM: 36, TALL: 40, EXTRA_TALL: 44 });
});

test('what was stored by others is the usual height', () => {
  expect(rowHeight.read('EXTRA_TALL')).toBe('EXTRA_TALL');
  for (const stored of [undefined, 'tall', 'toString', 36]) expect(rowHeight.read(stored)).toBe('MEDIUM');
});
