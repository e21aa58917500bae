import { pipeline, type Writable } from 'node:stream';
import { type ApiError, wireStreamError } from '@determined/contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { takes, zipPieces } from './compress-reply.ts';

/** What comes without a pause travels in pieces of so many characters: a packet a line would cost most of the time of a long stream. */
const pieceLength = 64 * 1024;

/**
 * Writes `{"result": …}` lines as they come, each as `encode` has it, gzipped where the caller takes it; nothing is held back that has come. A
 * failure before the first line has the error's own status, a later one is the last line; nothing to send is an empty
 * 200 (facts: contract, Streaming).
 */
export async function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  results: AsyncIterable<unknown>,
  encode: (result: unknown) => string | Promise<readonly string[]>,
  toError: (error: unknown) => ApiError,
  signal: AbortSignal,
): Promise<void> {
  const iterator = results[Symbol.asyncIterator]();
  reply.hijack();
  const out = reply.raw;
  const head = (status: number) => {
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) out.setHeader(name, value);
    out.setHeader('Vary', 'Accept-Encoding');
    out.writeHead(status, { 'Content-Type': 'application/json' });
  };
  let body: Writable = out;
  let held = '';
  let due: NodeJS.Immediate | undefined;
  const release = () => {
    clearImmediate(due);
    due = undefined;
    if (held !== '' && !body.destroyed) body.write(held);
    held = '';
  };
  try {
    for (let started = false; ; started = true) {
      const next = await iterator.next();
      const isOver = next.done || signal.aborted;
      if (!started) {
        if (!isOver && takes(request, 'gzip')) {
          out.setHeader('Content-Encoding', 'gzip');
          const packing = zipPieces();
          body = packing;
          // When its reader goes away, the packing ends too.
          pipeline(packing, out, () => {});
        }
        head(200);
      }
      if (isOver) break;
      const encoded = encode(next.value);
      const pieces = typeof encoded === 'string' ? [encoded] : await encoded;
      held += '{"result":';
      for (const [at, piece] of pieces.entries()) {
        held += at < pieces.length - 1 ? piece : `${piece}}\n`;
        due ??= setImmediate(release);
        if (held.length >= pieceLength) release();
        if (body.writableNeedDrain) await drained(body, signal);
      }
    }
  } catch (error) {
    if (signal.aborted) return;
    const refused = toError(error);
    if (!out.headersSent) head(refused.status);
    held += JSON.stringify(wireStreamError(refused));
  } finally {
    await iterator.return?.();
    release();
    body.end();
  }
}

/** Resolves when more may be written, or nothing is to be written any more. */
function drained(out: Writable, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      out.removeListener('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    if (signal.aborted) return resolve();
    out.once('drain', done);
    signal.addEventListener('abort', done);
  });
}
