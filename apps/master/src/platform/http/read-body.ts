import type { IncomingMessage } from 'node:http';
import { invalidArgument } from '@determined/contract/errors.ts';
import { parseElsewhereBytes } from '@determined/contract/limits.ts';
import { parseJsonBody } from '@determined/contract/wire/parse-json.ts';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { Moving } from '../threads/moving.ts';
import type readJsonBytes from '../threads/read-json-bytes.ts';
import { elsewhere } from '../threads/run-elsewhere.ts';
import { requester } from './requester.ts';

const readElsewhere = elsewhere<typeof readJsonBytes>(new URL('../threads/read-json-bytes.ts', import.meta.url));

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Where bodies of the route have bytes (`bytesFields`). */
    bytes?: string[][];
  }
}

/** Reads every body as UTF-8 JSON whatever its label says; an empty body is `undefined`. */
export function registerBodyParser(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  // Fastify refuses labels that are none (an empty one) before it looks for a reader.
  server.addHook('onRequest', async ({ raw }) => {
    delete raw.headers['content-type'];
  });
  server.addContentTypeParser('*', async (request: FastifyRequest, body: IncomingMessage) => {
    const pieces = await readPieces(body, request);
    const length = pieces.reduce((size, piece) => size + piece.length, 0);
    if (length === 0) return undefined;
    if (length <= parseElsewhereBytes) return parseJsonBody(Buffer.concat(pieces).toString('utf8'));
    const given = { pieces, bytes: request.routeOptions.config.bytes ?? [] };
    const buffers = pieces.map(({ buffer }) => buffer);
    const answer = await readElsewhere(requester(request), new Moving(given, buffers));
    if ('refused' in answer) throw invalidArgument(answer.refused);
    return answer.value;
  });
}

/** Each in memory of its own, so that it can be moved: what comes from the network may share one. */
async function readPieces(body: IncomingMessage, request: FastifyRequest): Promise<Uint8Array<ArrayBuffer>[]> {
  const limit = request.routeOptions.bodyLimit ?? 0;
  let length = Number(request.headers['content-length'] ?? 0);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  if (length <= limit) {
    length = 0;
    for await (const piece of read(body)) {
      length += piece.length;
      if (length > limit) break;
      pieces.push(new Uint8Array(piece));
    }
  }
  if (length <= limit) return pieces;
  // What else comes is thrown away, so that the answer gets through.
  body.resume();
  throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
}

async function* read(body: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false });
  } catch {
    throw invalidArgument('the request ended before its body did');
  }
}
