import { afterEach, expect, test, vi } from 'vitest';
import { browserStore, keptStore } from './browser-store.ts';

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

afterEach(() => vi.unstubAllGlobals());

test('what has to work is kept twice: the tab’s copy serves where the browser keeps nothing', () => {
  const [localStorage, sessionStorage] = [memory(), memory()];
  vi.stubGlobal('window', { localStorage, sessionStorage });
  keptStore.write('auth-token', 'cookie');
  expect([localStorage.key(0), sessionStorage.key(0)]).toEqual(['global/auth-token', 'session/auth-token']);
  localStorage.removeItem('global/auth-token');
  expect(keptStore.read('auth-token')).toBeUndefined();
  vi.stubGlobal('window', {
    sessionStorage,
    get localStorage() {
      throw new DOMException('no', 'SecurityError');
    },
  });
  expect(keptStore.read('auth-token')).toBe('cookie');
  keptStore.remove('auth-token');
  expect(sessionStorage.length).toBe(0);
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
