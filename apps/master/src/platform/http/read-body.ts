import { invalidArgument } from '@determined/contract/errors.ts';
import { parseElsewhereBytes } from '@determined/contract/limits.ts';
import { parseJsonBody } from '@determined/contract/wire/parse-json.ts';
import type { FastifyInstance } from 'fastify';
import type readJsonBytes from '../threads/read-json-bytes.ts';
import { elsewhere } from '../threads/run-elsewhere.ts';
import { requester } from './requester.ts';

const readElsewhere = elsewhere<typeof readJsonBytes>(new URL('../threads/read-json-bytes.ts', import.meta.url));

/** Reads every body as UTF-8 JSON whatever its label says; an empty body is `undefined`. */
export function registerBodyParser(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  // Fastify refuses labels that are none (an empty one) before it looks for a reader.
  server.addHook('onRequest', async ({ raw }) => {
    delete raw.headers['content-type'];
  });
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    // `parseAs` says so.
    parseBody(body as Buffer, requester(request)).then((value) => done(null, value), done);
  });
}

async function parseBody(body: Buffer, by: string): Promise<unknown> {
  if (body.length === 0) return undefined;
  if (body.length <= parseElsewhereBytes) return parseJsonBody(body.toString('utf8'));
  const answer = await readElsewhere(by, body);
  if ('refused' in answer) throw invalidArgument(answer.refused);
  return answer.value;
}
