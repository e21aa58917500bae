import { availableParallelism } from 'node:os';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../db/database.ts';
import { boundedSearch } from './bounded-search.ts';
import { codings, sendText } from './compress-reply.ts';
import type { Context } from './context.ts';

let packed = 0;
const ends: (() => void)[] = [];
const { gzip } = codings;
beforeEach(() => {
  packed = 0;
  ends.length = 0;
  codings.gzip = (text) => {
    packed++;
    // As the pool reads it: until it has been packed.
    return new Promise((resolve) => ends.push(() => resolve(Buffer.from(text))));
  };
});
afterEach(() => {
  codings.gzip = gzip;
});

function answer(text: string): Promise<FastifyReply> {
  // What is used of them here.
  const request = { headers: { 'accept-encoding': 'gzip' } } as unknown as FastifyRequest;
  const reply = { header: () => reply, send: (bytes: Buffer) => bytes } as unknown as FastifyReply;
  return sendText(request, reply, text);
}

test('no more answers are packed at once than there are processors, each whole', async () => {
  const processors = availableParallelism();
  const texts = Array.from({ length: processors + 12 }, (_, at) => String.fromCodePoint(65 + at).repeat(5_000 - at));
  const all = texts.map(answer);
  for (let ended = 0; ended < all.length; ended++) {
    await vi.waitFor(() => expect(packed).toBe(Math.min(all.length, processors + ended)));
    ends[ended]?.();
  }
  expect((await Promise.all(all)).map(String)).toEqual(texts);
});

test('a search begins when the answers before it have had their turn and there is room for its own, and waits for no later ones', async () => {
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  // What is used of it here.
  const ctx = { db, master: { config: { db: { search_timeout_seconds: 1 } } }, user: { id: 1 } } as unknown as Context;
  let begun = 0;
  const search = () => boundedSearch(ctx, async () => begun++);
  await search();
  expect(begun).toBe(1);
  const processors = availableParallelism();
  const busy = Array.from({ length: processors }, () => answer('busy'.repeat(500)));
  const before = answer('before'.repeat(500));
  const searched = search();
  const after = answer('after'.repeat(500));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([packed, begun]).toEqual([processors, 1]);
  ends[0]?.();
  await vi.waitFor(() => expect(packed).toBe(processors + 1));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([packed, begun]).toEqual([processors + 1, 1]);
  ends[processors]?.();
  await searched;
  await vi.waitFor(() => expect([packed, begun]).toEqual([processors + 2, 2]));
  for (const end of ends) end();
  await Promise.all([...busy, before, after]);
});
