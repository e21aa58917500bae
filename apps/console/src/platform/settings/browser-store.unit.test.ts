import { expect, test } from 'vitest';
import { browserStore } from './browser-store.ts';

function memory(): Storage {
  const map = new Map<string, string>();
  return {
    get length() {
      return map.size;
    },
    key: (index) => [...map.keys()][index] ?? null,
    clear: () => map.clear(),
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
}

test('[AUTH-054] namespace and key are joined by a slash', () => {
  const storage = memory();
  browserStore('global', () => storage).write('auth-token', 'cookie');
  expect(storage.key(0)).toBe('global/auth-token');
});

test('what is written is read back, other namespaces apart', () => {
  const storage = memory();
  const one = browserStore('global', () => storage);
  one.write('theme-mode', { a: [1] });
  expect(one.read('theme-mode')).toEqual({ a: [1] });
  expect(browserStore('session', () => storage).read('theme-mode')).toBeUndefined();
  one.remove('theme-mode');
  expect(one.read('theme-mode')).toBeUndefined();
});

test('refused or damaged storage is no storage', () => {
  const refused = browserStore('global', () => {
    throw new DOMException('no', 'SecurityError');
  });
  refused.write('x', 1);
  expect(refused.read('x')).toBeUndefined();
  const storage = memory();
  storage.setItem('global/x', '{broken');
  expect(browserStore('global', () => storage).read('x')).toBeUndefined();
});
