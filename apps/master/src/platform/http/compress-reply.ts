import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compress = promisify(gzip);

/** One packet either way: not worth a turn in the pool of threads, least of all for the `{}` that answers a report. */
const shortest = 1_024;

/** Gzips a whole text reply where the caller takes it. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string | Buffer,
): Promise<FastifyReply> {
  reply.header('Vary', 'Accept-Encoding');
  const accepts = /\bgzip\b(?!;\s*q=0(?:\.0*)?(?:,|$))/.test(String(request.headers['accept-encoding'] ?? ''));
  if (!accepts || text.length < shortest) return reply.send(text);
  // Level 1: a third of the time of level 6 for a tenth more bytes, measured on lists of experiments.
  const packed = await compress(text, { level: constants.Z_BEST_SPEED });
  return reply.header('Content-Encoding', 'gzip').send(packed);
}
