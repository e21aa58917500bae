import { expect, test } from 'vitest';
import { ariaKeysOf, isPressed, isShortcut, isTakenByBrowser, keysOf, shortcutOf, shortcuts } from './shortcuts.ts';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test('a press is written with its modifiers in one order, and nothing while only these are held', () => {
  expect(shortcutOf({ ...none, key: ' ', ctrlKey: true })).toBe('ctrl+Space');
  expect(shortcutOf({ ...none, key: 'l', shiftKey: true, metaKey: true })).toBe('meta+shift+L');
  expect(shortcutOf({ ...none, key: 'Shift', shiftKey: true })).toBeUndefined();
});

test('what is stored counts where it is a shortcut, else the usual one does', () => {
  const { omnibar, jupyterLab, navbarCollapsed } = shortcuts;
  expect([omnibar, jupyterLab, navbarCollapsed].map(({ setting }) => setting.read(undefined))).toEqual([
    'ctrl+Space',
    'meta+shift+L',
    'meta+shift+U',
  ]);
  expect(omnibar.setting.read('alt+K')).toBe('alt+K');
  for (const wrong of ['', 'ctrl', 'shift+ctrl+K', 'ctrl+', 7, null])
    expect(omnibar.setting.read(wrong)).toBe('ctrl+Space');
  expect(isShortcut('/')).toBe(true);
});

test('a sign is itself whether its keyboard needs shift for it or not; a letter is not', () => {
  expect(isPressed('?', { ...none, key: '?', shiftKey: true })).toBe(true);
  expect(isPressed('?', { ...none, key: '?', ctrlKey: true })).toBe(false);
  expect(isPressed('G', { ...none, key: 'G', shiftKey: true })).toBe(false);
});

test('keys are shown as they stand on the keyboard, and what the browser takes is known', () => {
  expect(keysOf('meta+shift+L', true)).toEqual(['⌘', '⇧', 'L']);
  expect(keysOf('ctrl+Space', false)).toEqual(['ctrl', 'Space']);
  expect(ariaKeysOf('ctrl+shift+K')).toBe('Control+Shift+K');
  expect(['ctrl+W', 'meta+shift+T', 'ctrl+Space', 'alt+W'].map(isTakenByBrowser)).toEqual([true, true, false, false]);
});
