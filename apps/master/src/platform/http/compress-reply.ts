import { availableParallelism } from 'node:os';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createGzip, type Gzip, gzip, zstdCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FairQueue } from '../fair-queue.ts';

/** One packet either way: not worth a turn in the pool of threads, least of all for the `{}` that answers a report. */
const shortest = 1_024;

const pack = { gzip: promisify(gzip), br: promisify(brotliCompress), zstd: promisify(zstdCompress) };

/**
 * How a whole text is packed, the best way first; each in the pool of threads. Levels as measured on pages of experiments:
 * docs/decisions/0077-bytes-on-the-wire.md.
 */
export const codings: Record<'zstd' | 'br' | 'gzip', (text: Buffer, options: Pieces) => Promise<Buffer>> = {
  zstd: (text, options) => pack.zstd(text, { ...options, params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: (text, options) => pack.br(text, { ...options, params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (text, options) => pack.gzip(text, { ...options, level: 5 }),
};

type Pieces = { chunkSize: number };

/** In bytes: what is packed comes in such pieces, each of them a turn of the main thread. */
const largestPiece = 256 * 1024;

/** The pool has more threads than most machines have processors; all of them busy, they keep the main thread from its own. */
const packing = new FairQueue({ atOnce: availableParallelism(), waitingEach: Number.POSITIVE_INFINITY });

/** Whether the caller takes a coding: he names it, and not with a weight of nothing. */
export function takes({ headers }: Pick<FastifyRequest, 'headers'>, coding: string): boolean {
  const named = String(headers['accept-encoding'] ?? '').split(',');
  return named.some((one) => {
    const [name, weight] = one.split(';').map((part) => part.trim());
    return name === coding && !/^q=0(\.0*)?$/.test(weight ?? '');
  });
}

/** Packs a whole text reply as the caller takes it. @param whole the text, or its pieces. */
export async function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  whole: string | readonly string[],
): Promise<FastifyReply> {
  const pieces = typeof whole === 'string' ? [whole] : whole;
  const size = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  reply.header('Vary', 'Accept-Encoding');
  const coding = size < shortest ? undefined : Object.entries(codings).find(([name]) => takes(request, name));
  if (!coding) return reply.send(pieces.length === 1 ? pieces[0] : write(pieces, Buffer.allocUnsafe(size)));
  const [name, packed] = coding;
  const options = { chunkSize: Math.min(size, largestPiece) };
  return reply
    .header('Content-Encoding', name)
    .send(await packing.run('anybody', () => inSpareRoom(size, (room) => packed(write(pieces, room), options))));
}

/**
 * Resolves when what waits to be packed now has had its turn and there is room for more. Who is about to make more of it waits for that:
 * made sooner, it would only stand in memory, where collections of garbage find it again and again.
 */
export function roomToPack(): Promise<void> {
  return packing.run('anybody', async () => {});
}

/** @param room at least as long. */
function write(pieces: readonly string[], room: Buffer): Buffer {
  let at = 0;
  for (const piece of pieces) at += room.write(piece, at);
  return room.subarray(0, at);
}

const mostSpare = { rooms: 4, bytes: 2e6 };
const spare: Buffer[] = [];

/** Gives a buffer of that size at least, for as long as `use` takes: a new one each time brings the next collection of garbage sooner. */
async function inSpareRoom<T>(size: number, use: (room: Buffer) => Promise<T>): Promise<T> {
  const last = spare.pop();
  const room = last && last.length >= size ? last : Buffer.allocUnsafeSlow(size);
  try {
    return await use(room);
  } finally {
    if (spare.length < mostSpare.rooms && room.length <= mostSpare.bytes) spare.push(room);
  }
}

/** Sends a text as it comes, gzipped where the caller takes it. */
export function sendPieces(request: FastifyRequest, reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  reply.header('Vary', 'Accept-Encoding');
  const text = Readable.from(pieces, { objectMode: false });
  if (!takes(request, 'gzip')) return reply.send(text);
  // A failure ends the reply unfinished, which its reader sees.
  const packed = pipeline(text, createGzip({ level: constants.Z_BEST_SPEED }), () => {});
  return reply.header('Content-Encoding', 'gzip').send(packed);
}

/** Packs what is written to it; what one write brought can be read at once. */
export function zipPieces(): Gzip {
  // 64 kB for as long as somebody follows, in place of the usual 256.
  return createGzip({ level: 5, windowBits: 13, memLevel: 6, flush: constants.Z_SYNC_FLUSH });
}
