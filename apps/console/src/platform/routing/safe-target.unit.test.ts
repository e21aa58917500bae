import { describe, expect, test } from 'vitest';
import { consolePath, safeTarget } from './safe-target.ts';

describe('safeTarget', () => {
  test.each(['/det/workspaces', '/det/projects/1?sort=name#x', '/proxy/abc/'])('follows %s', (target) => {
    expect(safeTarget(target)).toBe(target);
  });

  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example/',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    'javascript:alert(1)',
    'workspaces',
    '',
    undefined,
    7,
    ['/det'],
  ])('does not follow %j', (target) => {
    expect(safeTarget(target)).toBeNull();
  });

  test('folds what climbs', () => {
    expect(safeTarget('/det/../api/v1/x')).toBe('/api/v1/x');
  });
});

test('consolePath knows what lies inside the console', () => {
  expect(consolePath('/det')).toBe('/');
  expect(consolePath('/det/workspaces')).toBe('/workspaces');
  expect(consolePath('/detour')).toBeNull();
  expect(consolePath('/proxy/abc/')).toBeNull();
});
