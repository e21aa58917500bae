import { expect, test } from 'vitest';
import { keysAt } from './yaml-keys.ts';

const keys = { name: null, resources: { slots: null, devices: { host_path: null, mode: null } }, labels: null };
const offered = (text: string) => Object.keys(keysAt(keys, text.split('\n'))?.keys ?? {});

test('keys are those that have a place where one types', () => {
  expect(offered('')).toEqual(['name', 'resources', 'labels']);
  expect(offered('resources:\n  sl')).toEqual(['slots', 'devices']);
  expect(offered('resources:\n  slots: 8\nna')).toEqual(['name', 'resources', 'labels']);
  expect(offered('resources:\n  slots: 8\n\n  # of it\n  d')).toEqual(['slots', 'devices']);
  expect(offered('resources:\n  devices:\n    - ho')).toEqual(['host_path', 'mode']);
  expect(offered('resources:\n  devices:\n    - host_path: /dev\n      mo')).toEqual(['host_path', 'mode']);
  expect(offered('resources:\n  devices:\n  - host_path: /dev\n    mo')).toEqual(['host_path', 'mode']);
});

test('none where a value is typed, or below keys that are not known', () => {
  expect(keysAt(keys, ['name: re'])).toBeUndefined();
  expect(keysAt(keys, ['other:', '  re'])).toBeUndefined();
  expect(keysAt(keys, ['name:', '  re'])).toBeUndefined();
});
