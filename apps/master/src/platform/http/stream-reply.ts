import { type ApiError, wireStreamError } from '@determined/contract/errors.ts';
import type { FastifyReply } from 'fastify';

/**
 * Writes `{"result": …}` lines as they come. A failure before the first line has the error's own status, a later one
 * is the last line; nothing to send is an empty 200 (facts: contract, Streaming).
 */
export async function sendStream(
  reply: FastifyReply,
  results: AsyncIterable<unknown>,
  encode: (result: unknown) => unknown,
  toError: (error: unknown) => ApiError,
  signal: AbortSignal,
): Promise<void> {
  const iterator = results[Symbol.asyncIterator]();
  reply.hijack();
  const out = reply.raw;
  const head = (status: number) => {
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) out.setHeader(name, value);
    out.writeHead(status, { 'Content-Type': 'application/json' });
  };
  // What comes without a pause travels together: a packet a line would cost most of the time of a long stream.
  let corked = false;
  const uncork = () => {
    if (corked) out.uncork();
    corked = false;
  };
  const write = (text: string): boolean => {
    if (!corked) {
      corked = true;
      out.cork();
      setImmediate(uncork);
    }
    return out.write(text);
  };
  try {
    for (let started = false; ; started = true) {
      const next = await iterator.next();
      if (!started) head(200);
      if (next.done || signal.aborted) break;
      if (!write(`{"result":${JSON.stringify(encode(next.value))}}\n`)) await drained(out, signal);
    }
  } catch (error) {
    if (signal.aborted) return;
    const refused = toError(error);
    if (!out.headersSent) head(refused.status);
    out.write(JSON.stringify(wireStreamError(refused)));
  } finally {
    await iterator.return?.();
    // The end of a reply does not wait for what is held back.
    uncork();
    out.end();
  }
}

function drained(out: NodeJS.WritableStream, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      out.removeListener('drain', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    out.once('drain', done);
    signal.addEventListener('abort', done);
  });
}
