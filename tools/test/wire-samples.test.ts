import { expect, test } from 'vitest';
import { alignBand } from './wire-samples.mjs';

const sample = (reply: unknown, more = {}) => ({
  name: 'GetThings',
  case: 'ok',
  as: 'admin',
  status: 200,
  reply,
  ...more,
});
const form = {
  unordered: { GetThings: { list: ['things', '*', 'parts'], by: ['id'] } },
  byName: ['config'],
};
function aligned(recorded: ReturnType<typeof sample>, ours: ReturnType<typeof sample>) {
  alignBand([recorded], [ours], form);
  return [recorded, ours];
}

test('lists without an order are put in one, in every item of a list; of those cut short the common part is compared', () => {
  const [a, b] = [{ id: 'a' }, { id: 'b' }];
  const [recorded, ours] = aligned(sample({ things: [{ parts: [b, a] }] }), sample({ things: [{ parts: [a, b] }] }));
  expect(recorded).toEqual(ours);
  const cut = aligned(
    sample({ things: [{ parts: [b, { id: 'c' }] }] }, { cut: true }),
    sample({ things: [{ parts: [a, b] }] }, { cut: true }),
  );
  expect(cut.map(({ reply }) => reply)).toEqual([{ things: [{ parts: [b] }] }, { things: [{ parts: [b] }] }]);
  const strangers = aligned(
    sample({ things: [{ parts: [a] }] }, { cut: true }),
    sample({ things: [{ parts: [b] }] }, { cut: true }),
  );
  expect(strangers[0]).not.toEqual(strangers[1]);
});

test('the order of keys of a configuration is compared, at every level, of the keys that both sides have', () => {
  const [recorded, ours] = aligned(
    sample({ items: [{ config: { a: 1, b: { c: 1, d: 2 }, z: 1 } }] }),
    sample({ items: [{ config: { b: { d: 2, c: 1 }, a: 1 } }] }),
  );
  expect(recorded?.reply).toMatchObject({ items: [{ 'config(keys)': ['a', 'b', 'b.c', 'b.d'] }] });
  expect(ours?.reply).toMatchObject({ items: [{ 'config(keys)': ['b', 'b.d', 'b.c', 'a'] }] });
});

test('every line of a stream is compared, and a call that worked with one that was refused', () => {
  const [recorded, ours] = aligned(
    sample(undefined, { lines: [{ result: 1 }, { result: 2 }] }),
    sample({ error: { code: 7 } }, { case: 'refused' }),
  );
  expect(recorded?.reply).toEqual({ lines: [{ result: 1 }, { result: 2 }] });
  expect(ours?.case).toBe('ok');
});
