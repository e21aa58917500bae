import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
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
  neverMade: [{ name: 'GetPages', list: 'things', item: { name: 'never' }, cases: ['ok', 'second'] }],
  afterwards: [{ name: 'GetThings', case: 'later', fields: { 'thing.pool': { recorded: '', ours: 'set' } } }],
};
async function aligned(recorded: ReturnType<typeof sample>, ours: ReturnType<typeof sample>) {
  await alignBand([recorded], [ours], form);
  return [recorded, ours];
}

test('lists without an order are put in one, in every item of a list; of those cut short the common part is compared', async () => {
  const [a, b] = [{ id: 'a' }, { id: 'b' }];
  const [recorded, ours] = await aligned(
    sample({ things: [{ parts: [b, a] }] }),
    sample({ things: [{ parts: [a, b] }] }),
  );
  expect(recorded).toEqual(ours);
  const cut = await aligned(
    sample({ things: [{ parts: [b, { id: 'c' }] }] }, { cut: true }),
    sample({ things: [{ parts: [a, b] }] }, { cut: true }),
  );
  expect(cut.map(({ reply }) => reply)).toEqual([{ things: [{ parts: [b] }] }, { things: [{ parts: [b] }] }]);
  const strangers = await aligned(
    sample({ things: [{ parts: [a] }] }, { cut: true }),
    sample({ things: [{ parts: [b] }] }, { cut: true }),
  );
  expect(strangers[0]).not.toEqual(strangers[1]);
});

test('the order of keys of a configuration is compared, at every level, of the keys that both sides have', async () => {
  const [recorded, ours] = await aligned(
    sample({ items: [{ config: { a: 1, b: { c: 1, d: 2 }, z: 1 } }] }),
    sample({ items: [{ config: { b: { d: 2, c: 1 }, a: 1 } }] }),
  );
  expect(recorded?.reply).toMatchObject({ items: [{ 'config(keys)': ['a', 'b', 'b.c', 'b.d'] }] });
  expect(ours?.reply).toMatchObject({ items: [{ 'config(keys)': ['b', 'b.d', 'b.c', 'a'] }] });
});

test('every line of a stream is compared, and a call that worked with one that was refused', async () => {
  const [recorded, ours] = await aligned(
    sample(undefined, { lines: [{ result: 1 }, { result: 2 }] }),
    sample({ error: { code: 7 } }, { case: 'refused' }),
  );
  expect(recorded?.reply).toEqual({ lines: [{ result: 1 }, { result: 2 }] });
  expect(ours?.case).toBe('ok');
});

test('archives are compared by the files in them, not by how they are packed', async () => {
  const packed = async (content: string, level: number) => {
    const archive = pack();
    archive.entry({ name: 'lib/', type: 'directory', mode: 0o755 });
    archive.entry({ name: 'lib/a.py', mode: 0o644 }, content);
    archive.finalize();
    return { b64Tgz: gzipSync(await buffer(archive), { level }).toString('base64') };
  };
  const [recorded, ours] = await aligned(sample(await packed('x', 0)), sample(await packed('x', 9)));
  expect(recorded).toEqual(ours);
  expect(recorded?.reply).toMatchObject({ b64Tgz: { lib: { mode: '755' }, 'lib/a.py': { content: 'x' } } });
  const [one, other] = await aligned(sample(await packed('x', 9)), sample(await packed('y', 9)));
  expect(one).not.toEqual(other);
});

test('what a decision refuses to make is left out of the recorded lists, so that the rest of them is compared', async () => {
  const page = (names: string[], total: number, of = 'ok') =>
    sample(
      {
        things: names.map((name) => ({ name })),
        pagination: { startIndex: 0, endIndex: names.length, total },
      },
      { name: 'GetPages', case: of },
    );
  const [recorded, ours] = await aligned(page(['a', 'never', 'b'], 3), page(['a', 'b'], 2));
  expect(recorded).toEqual(ours);
  const other = await aligned(page(['a', 'never', 'b'], 3), page(['a', 'c'], 2));
  expect(other[0]).not.toEqual(other[1]);
  const second = await aligned(page(['b'], 3, 'second'), page(['b'], 2, 'second'));
  expect(second[0]).toEqual(second[1]);
  const third = await aligned(page(['b'], 3, 'third'), page(['b'], 2, 'third'));
  expect(third[0]).not.toEqual(third[1]);
});

test('what ours did otherwise by a decision is asked for in what it answers later', async () => {
  const later = (pool: string) => sample({ thing: { pool, name: 'a' } }, { case: 'later' });
  const [recorded, ours] = await aligned(later(''), later('set'));
  expect(recorded).toEqual(ours);
  const unset = await aligned(later(''), later(''));
  expect(unset[0]).not.toEqual(unset[1]);
  await expect(aligned(later('other'), later('set'))).rejects.toThrow(
    'GetThings · later: thing.pool was not recorded as ""',
  );
});
