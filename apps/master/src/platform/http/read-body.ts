import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { invalidArgument } from '@determined/contract/errors.ts';
import { parseElsewhereBytes } from '@determined/contract/limits.ts';
import { parseJsonBody } from '@determined/contract/wire/parse-json.ts';
import type { FastifyInstance } from 'fastify';

/** Reads every body as UTF-8 JSON whatever its label says; an empty body is `undefined`. */
export function registerBodyParser(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    // `parseAs` says so.
    parseBody(body as Buffer).then((value) => done(null, value), done);
  });
}

async function parseBody(body: Buffer): Promise<unknown> {
  if (body.length === 0) return undefined;
  if (body.length <= parseElsewhereBytes) return parseJsonBody(body.toString('utf8'));
  // A thread of its own, so that others are still answered meanwhile.
  const worker = new Worker(new URL('./parse-body-worker.ts', import.meta.url), { workerData: body });
  try {
    // What the worker posts.
    const [message] = (await once(worker, 'message')) as [{ value: unknown } | { refused: string }];
    if ('refused' in message) throw invalidArgument(message.refused);
    return message.value;
  } finally {
    await worker.terminate();
  }
}
