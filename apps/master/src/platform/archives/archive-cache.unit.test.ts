import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ArchiveCache, hashOf, type StoredArchive } from './archive-cache.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archives-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function archive(files: Record<string, string>): Promise<StoredArchive & { reads: number }> {
  const packing = pack();
  for (const [name, content] of Object.entries(files)) packing.entry({ name }, content);
  packing.finalize();
  const bytes = await buffer(packing.pipe(createGzip()));
  const stored = {
    reads: 0,
    hash: hashOf(bytes),
    read: async function* () {
      stored.reads++;
      for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
    },
  };
  return stored;
}

const cacheOf = (limits: Partial<ConstructorParameters<typeof ArchiveCache>[1]> = {}) =>
  new ArchiveCache(join(folder, 'cache'), { keptBytes: 10_000, eachBytes: 10_000, atOnce: 2, ...limits });

const textOf = (cache: ArchiveCache, stored: StoredArchive, path: string, by = 'a') =>
  cache.use(stored, by, async ({ entries, content }) => {
    const entry = entries.find((each) => each.path === path);
    return entry && (await buffer(await content(entry))).toString();
  });

test('files are read from where they lie, and an archive is unpacked once', async () => {
  const cache = cacheOf();
  const stored = await archive({ a: 'first', empty: '', 'b/c': 'last' });
  const found = await Promise.all(['a', 'empty', 'b/c', 'none'].map((path) => textOf(cache, stored, path)));
  expect(found).toEqual(['first', '', 'last', undefined]);
  expect([stored.reads, cache.counts.unpacked]).toEqual([1, 1]);
});

test('no more are unpacked at the same time than may, and each caller waits in a line of his own', async () => {
  const cache = cacheOf({ keptBytes: 1_000_000 });
  const all = await Promise.all(Array.from({ length: 40 }, (_, i) => archive({ a: `text ${i}` })));
  const results = await Promise.allSettled(all.map((each) => textOf(cache, each, 'a')));
  // Two at once, 32 in the line.
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(34);
  expect(results.at(-1)).toMatchObject({ reason: { code: 'ResourceExhausted' } });
  expect(cache.counts.mostRunning).toBe(2);
  expect(await textOf(cache, all.at(-1) as StoredArchive, 'a')).toBe('text 39');
});

test('those used longest ago make room, but not while they are used', async () => {
  // Two of 2,524 bytes with what counts for their entries; with less, the second would go as soon as it is not used.
  const cache = cacheOf({ keptBytes: 5_100 });
  const [old, used, fresh] = await Promise.all(['o', 'u', 'f'].map((sign) => archive({ a: sign.repeat(1_500) })));
  if (!old || !used || !fresh) throw new Error('not packed');
  await cache.use(used, 'a', async () => {
    await textOf(cache, old, 'a');
    await textOf(cache, fresh, 'a');
    await expect.poll(() => readdir(join(folder, 'cache'))).toHaveLength(2);
  });
  for (const each of [used, fresh, old]) await textOf(cache, each, 'a');
  expect([old.reads, used.reads, fresh.reads]).toEqual([2, 1, 1]);
});

test('an archive that is too large, or none, is refused each time and leaves nothing behind', async () => {
  const cache = cacheOf({ eachBytes: 2_000 });
  const large = await archive({ a: 'x'.repeat(100_000) });
  const broken = {
    hash: 'broken',
    read: async function* () {
      yield Buffer.from('no archive');
    },
  };
  for (let i = 0; i < 2; i++) {
    await expect(textOf(cache, large, 'a')).rejects.toMatchObject({ code: 'ResourceExhausted' });
    await expect(textOf(cache, broken, 'a')).rejects.toThrow();
  }
  expect(large.reads).toBe(2);
  expect(await readdir(join(folder, 'cache'))).toEqual([]);
  await textOf(cache, await archive({ a: 'x' }), 'a');
  // A new process begins with nothing.
  const next = cacheOf();
  await textOf(next, await archive({ a: 'y' }), 'a');
  expect(await readdir(join(folder, 'cache'))).toHaveLength(1);
});
