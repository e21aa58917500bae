import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as ask, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { notFound } from '@determined/contract/errors.ts';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { toApiError } from './errors.ts';
import { sendStream } from './stream-reply.ts';

let server: FastifyInstance | undefined;
afterEach(() => server?.close());

interface Streamed {
  answer: IncomingMessage;
  /** Ends with the stream. */
  lines: AsyncIterator<string>;
  /** Resolves when the server is done with the call. */
  done: Promise<void>;
}

/** What a caller who takes these codings reads of such results. */
async function streamOf(results: (signal: AbortSignal) => AsyncIterable<unknown>, codings: string): Promise<Streamed> {
  const done = Promise.withResolvers<void>();
  server = fastify({ forceCloseConnections: true });
  server.get('/', async (request, reply) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const failed = (error: unknown) => toApiError(error, { error: () => {} } as never, '');
    await sendStream(request, reply, results(gone.signal), JSON.stringify, failed, gone.signal);
    done.resolve();
    return reply;
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const asked = ask({ host: '127.0.0.1', port, headers: { 'accept-encoding': codings } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const text = answer.headers['content-encoding'] === 'gzip' ? answer.pipe(createGunzip()) : answer;
  return { answer, lines: linesOf(text), done: done.promise };
}

async function* linesOf(text: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of text) {
    const lines = (rest + piece.toString()).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function allOf(lines: AsyncIterator<string>): Promise<string[]> {
  const all: string[] = [];
  for (let line = await lines.next(); !line.done; line = await lines.next()) all.push(line.value);
  return all;
}

for (const [codings, coding] of [
  ['gzip, deflate', 'gzip'],
  ['br, gzip;q=0', undefined],
] as const) {
  test(`a follower who takes ${codings} reads each line as it comes, and the end`, async () => {
    const second = Promise.withResolvers<void>();
    const { answer, lines } = await streamOf(async function* () {
      yield 1;
      await second.promise;
      yield 2;
      yield 'three';
    }, codings);
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([coding, 'Accept-Encoding']);
    expect((await lines.next()).value).toBe('{"result":1}');
    second.resolve();
    expect(await allOf(lines)).toEqual(['{"result":2}', '{"result":"three"}']);
  });

  test(`what a reader who takes ${codings} does not read is not made`, async () => {
    const made = 150;
    const large = 'x'.repeat(300_000);
    let count = 0;
    const { lines } = await streamOf(async function* () {
      for (; count < made; count++) yield count % 2 ? large : randomBytes(200_000).toString('base64');
    }, codings);
    for (let before = -1; before < count; await delay(200)) before = count;
    expect(count).toBeLessThan(made / 3);
    expect(await allOf(lines)).toHaveLength(made);
  });

  test(`when a reader who takes ${codings} goes away, the results are asked for no more`, async () => {
    let ended = false;
    const { answer, lines, done } = await streamOf(async function* (signal) {
      try {
        yield 'x'.repeat(100_000);
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        yield 'nobody reads this';
        yield 'nor this';
      } finally {
        ended = true;
      }
    }, codings);
    await lines.next();
    answer.destroy();
    await done;
    expect(ended).toBe(true);
  });
}

test('a failure before the first line has its own status, a later one is the last line, nothing is nothing', async () => {
  const failing = (after: number) =>
    async function* () {
      for (let i = 0; i < after; i++) yield i;
      throw notFound('task', 'x');
    };
  const first = await streamOf(failing(0), 'gzip');
  expect([first.answer.statusCode, first.answer.headers['content-encoding']]).toEqual([404, undefined]);
  expect(await allOf(first.lines)).toEqual([expect.stringContaining('"error"')]);
  await server?.close();
  const later = await streamOf(failing(1), 'gzip');
  expect([later.answer.statusCode, later.answer.headers['content-encoding']]).toEqual([200, 'gzip']);
  expect(await allOf(later.lines)).toEqual(['{"result":0}', expect.stringContaining('"error"')]);
  await server?.close();
  const none = await streamOf(async function* () {}, 'gzip');
  expect([none.answer.statusCode, none.answer.headers['content-encoding']]).toEqual([200, undefined]);
  expect(await allOf(none.lines)).toEqual([]);
});
