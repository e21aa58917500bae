import { expect, test } from 'vitest';
import { defaultFirst } from './default-first.ts';

test('[WS-024] the default workspace is first, the others stay in their order', () => {
  const named = (...ids: number[]) => ids.map((id) => ({ id, name: `w${id}` }));
  expect(defaultFirst(named(7, 3, 1, 2))).toEqual(named(1, 7, 3, 2));
  expect(defaultFirst(named(7, 3))).toEqual(named(7, 3));
});
