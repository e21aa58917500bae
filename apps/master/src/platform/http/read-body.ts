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
  server.addHook('onRequest', ({ raw }, _reply, next) => {
    delete raw.headers['content-type'];
    next();
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
function readPieces(body: IncomingMessage, request: FastifyRequest): Promise<Uint8Array<ArrayBuffer>[]> {
  const limit = request.routeOptions.bodyLimit ?? 0;
  return new Promise((resolve, reject) => {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    const refuse = () => {
      // What else comes is thrown away, so that the answer gets through.
      body.off('data', take).resume();
      reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    };
    const take = (piece: Buffer) => {
      length += piece.length;
      if (length > limit) refuse();
      else pieces.push(new Uint8Array(piece));
    };
    if (Number(request.headers['content-length'] ?? 0) > limit) return refuse();
    const broken = () => reject(invalidArgument('the request ended before its body did'));
    if (body.destroyed) return broken();
    body.once('end', () => {
      body.off('close', broken);
      resolve(pieces);
    });
    body.once('close', broken);
    body.on('data', take);
  });
}
