import { expect, test } from 'vitest';
import { randomId } from './random-id.ts';

test('[FMT-004] a random id has eight signs, each time', () => {
  const ids = Array.from({ length: 2_000 }, randomId);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]{8}$/);
  expect(new Set(ids).size).toBe(ids.length);
});
