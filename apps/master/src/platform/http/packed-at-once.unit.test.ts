import { availableParallelism } from 'node:os';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import { sendText } from './compress-reply.ts';

let packed = 0;
const ends: (() => void)[] = [];
vi.mock('node:zlib', async (real) => ({
  ...(await real<typeof import('node:zlib')>()),
  gzip: (text: Buffer, _options: object, done: (error: null, bytes: Buffer) => void) => {
    packed++;
    ends.push(() => done(null, text));
  },
}));

test('no more answers are packed at once than there are processors', async () => {
  // What is used of them here.
  const request = { headers: { 'accept-encoding': 'gzip' } } as unknown as FastifyRequest;
  const reply = { header: () => reply, send: (bytes: Buffer) => bytes } as unknown as FastifyReply;
  const all = Array.from({ length: availableParallelism() + 3 }, (_, at) =>
    sendText(request, reply, String(at).repeat(2_000)),
  );
  for (let ended = 0; ended < all.length; ended++) {
    await vi.waitFor(() => expect(packed).toBe(Math.min(all.length, availableParallelism() + ended)));
    ends[ended]?.();
  }
  expect((await Promise.all(all)).map(String)).toEqual(all.map((_, at) => String(at).repeat(2_000)));
});
