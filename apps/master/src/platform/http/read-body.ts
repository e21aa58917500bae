import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { invalidArgument } from '@determined/contract/errors.ts';
import { parseJsonBody } from '@determined/contract/wire/parse-json.ts';
import type { FastifyInstance } from 'fastify';

/** Text of a request at most (decision 49); more is refused before it is read whole. */
export const bodyLimit = 128 * 1024 * 1024;
/** Bodies above this are parsed in a thread of their own, so that others are still answered meanwhile. */
const parseInWorkerAbove = 8 * 1024 * 1024;

/** Reads every body as UTF-8 JSON whatever its label says; an empty body is `undefined`. */
export function registerBodyParser(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
    parseBody(body as Buffer).then((value) => done(null, value), done);
  });
}

async function parseBody(body: Buffer): Promise<unknown> {
  if (body.length === 0) return undefined;
  if (body.length <= parseInWorkerAbove) return parseJsonBody(body.toString('utf8'));
  const worker = new Worker(new URL('./parse-body-worker.ts', import.meta.url), { workerData: body });
  try {
    const [message] = (await once(worker, 'message')) as [{ value: unknown } | { refused: string }];
    if ('refused' in message) throw invalidArgument(message.refused);
    return message.value;
  } finally {
    await worker.terminate();
  }
}
