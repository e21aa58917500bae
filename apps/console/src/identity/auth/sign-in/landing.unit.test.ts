import { afterAll, expect, test, vi } from 'vitest';
import { keepLanding, takeLanding } from './landing.ts';

const kept = new Map<string, string>();
vi.stubGlobal('window', {
  sessionStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  },
});
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
  expect([...kept.keys()]).toEqual(['session/landing-redirect']);
  expect(takeLanding(undefined, undefined).href).toBe('/det/projects/3');
  expect(takeLanding(undefined, undefined).href).toBe('/det/');
});
