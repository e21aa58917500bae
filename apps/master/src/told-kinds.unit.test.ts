import { untold } from '@determined/contract/entities.ts';
import { expect, test } from 'vitest';
import type { Bus } from '#platform/bus/bus.ts';
import * as slices from './slices.ts';

/** Whatever an event may carry: numbers by name, lists by a plural. */
const anything: object = new Proxy({}, { get: (_, name) => (String(name).endsWith('s') ? [anything] : 1) });
// All that sources of hints ask of it.
const bus = {
  subscribe: (_kind: unknown, listener: (payload: unknown) => void) => {
    listener(anything);
    return () => {};
  },
} as unknown as Bus;

test('of each kind that answers read, hints tell, or it stands among those of which none does', () => {
  const all = Object.values(slices);
  const told = new Set<string>();
  for (const source of all.flatMap(({ hints = [] }) => hints))
    source(bus, (changes) => {
      for (const { entity } of changes) told.add(entity);
    });
  const read = all.flatMap(({ routes = [] }) =>
    routes.flatMap((served) => ('route' in served ? (served.route.reads ?? []) : [])),
  );
  expect(read.length).toBeGreaterThan(0);
  const quiet = [...new Set(read)].filter((kind) => !told.has(kind));
  expect(quiet.toSorted()).toEqual(untold.toSorted());
});
