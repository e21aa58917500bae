import { afterAll, expect, test, vi } from 'vitest';
import { keepLanding, takeLanding } from './landing.ts';

const storage = (kept: Map<string, string>) => ({
  length: 0,
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});
const tab = new Map<string, string>();
const browser = new Map<string, string>();
vi.stubGlobal('window', { sessionStorage: storage(tab), localStorage: storage(browser) });
// Files share their globals.
afterAll(() => vi.unstubAllGlobals());

test('the address decides, then the place one came from, then the default', () => {
  expect(takeLanding('/det/dashboard', '/workspaces/2')).toEqual({ href: '/det/dashboard', inside: true });
  expect(takeLanding(undefined, '/workspaces/2?sort=name')).toEqual({
    href: '/det/workspaces/2?sort=name',
    inside: true,
  });
  expect(takeLanding(undefined, undefined)).toEqual({ href: '/det/', inside: true });
});

test('a page beside the console is left for', () => {
  expect(takeLanding('/proxy/abc/', undefined)).toEqual({ href: '/proxy/abc/', inside: false });
});

test('no foreign target is followed', () => {
  expect(takeLanding('//elsewhere.example/', undefined).href).toBe('/det/');
  expect(takeLanding('https://elsewhere.example/', '//elsewhere.example/').href).toBe('/det/');
});

test('[AUTH-052] what is kept for the way back serves once', () => {
  keepLanding('/projects/3');
  expect([...tab.keys(), ...browser.keys()]).toEqual(['session/landing-redirect', 'global/landing-redirect']);
  expect(takeLanding(undefined, undefined).href).toBe('/det/projects/3');
  expect(takeLanding(undefined, undefined).href).toBe('/det/');
});

test('another tab comes back to it as well, and the tab’s own place goes before that', () => {
  keepLanding('/projects/3');
  tab.clear();
  expect(takeLanding(undefined, undefined).href).toBe('/det/projects/3');
  expect(browser.size).toBe(0);
  keepLanding('/projects/3');
  browser.set('global/landing-redirect', '"/projects/4"');
  expect(takeLanding(undefined, undefined).href).toBe('/det/projects/3');
});
