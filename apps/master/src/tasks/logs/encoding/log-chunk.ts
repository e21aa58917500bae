import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import type { LogLine } from '../log-line.ts';
import { ChunkTexts } from './chunk-texts.ts';
import { trigramFilter } from './trigram-filter.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const level = 3;
/** A thousand usual lines take less time here than they would to be handed to another thread. Bytes, in either form. */
const atOnce = 256 * 1024;
const minuteMs = 60_000;
/** Longer texts have no filter: nearly every trigram is in them, and it would take long to make. Bytes. */
const mostFiltered = 2 * 1024 * 1024;
/** So many bytes of memory are taken at a time for what comes out: enough for usual lines, and not asked of the system. */
const chunkSize = 96 * 1024;

/** A chunk as it is stored. */
export interface StoredChunk {
  /** Where lines come from and when: a few bytes a line, read for the lines that are answered. */
  data: Buffer;
  /** What they say. */
  texts: Buffer;
  /** By which searches skip the chunk; null for a very long one. */
  filter: Buffer | null;
}

/** What lines share by the hundred: everything but time and text. */
type Origin = [
  allocationId: string | null,
  containerId: string | null,
  agentId: string | null,
  rankId: number | null,
  level: string | null,
  source: string | null,
  stdtype: string | null,
];

/** The lines of a chunk by column: equal things beside each other compress best. */
interface Columns {
  origins: Origin[];
  /** Index into `origins`, a line each. */
  origin: number[];
  /** Milliseconds since the line before; null without a time. */
  ms: (number | null)[];
  /** The rest of the time in microseconds; 0 without a time. */
  us: number[];
  /** In chunks of old. */
  texts?: string[];
}

export async function encodeChunk(lines: readonly LogLine[]): Promise<StoredChunk> {
  const texts = ChunkTexts.of(lines.map((line) => line.text));
  const filter =
    texts.bytes.length > mostFiltered ? null : trigramFilter(texts.isAscii ? texts.latin1 : texts.bytes.toString());
  const [data, packed] = await Promise.all([pack(Buffer.from(JSON.stringify(columnsOf(lines)))), pack(texts.pack())]);
  return { data, texts: packed, filter };
}

async function pack(bytes: Buffer): Promise<Buffer> {
  // Told the size, the coder takes tables that fit it: by default they are some tens of megabytes.
  const options = { pledgedSrcSize: bytes.length, params: { [constants.ZSTD_c_compressionLevel]: level } };
  return bytes.length > atOnce ? compress(bytes, options) : zstdCompressSync(bytes, options);
}

async function unpack(packed: Buffer): Promise<Buffer> {
  return packed.length > atOnce ? decompress(packed) : zstdDecompressSync(packed, { chunkSize });
}

function columnsOf(lines: readonly LogLine[]): Columns {
  const columns: Columns = { origins: [], origin: [], ms: [], us: [] };
  const minute = { text: '', ms: 0 };
  let before = 0;
  for (const { allocationId, containerId, agentId, rankId, level, source, stdtype, time } of lines) {
    const origin: Origin = [allocationId, containerId, agentId, rankId, level, source, stdtype];
    const known = columns.origins.findIndex((other) => isSame(other, origin));
    columns.origin.push(known < 0 ? columns.origins.push(origin) - 1 : known);
    if (time === null) {
      columns.ms.push(null);
      columns.us.push(0);
      continue;
    }
    const [minuteText, seconds] = [time.slice(0, 16), Number(time.slice(17, 26))];
    if (minuteText !== minute.text) Object.assign(minute, { text: minuteText, ms: Date.parse(`${minuteText}Z`) });
    const us = Math.round(seconds * 1_000_000);
    const now = minute.ms + Math.floor(us / 1000);
    columns.ms.push(now - before);
    columns.us.push(us % 1000);
    before = now;
  }
  return columns;
}

/** The rank first: most lines differ by it, if by anything. */
const isSame = (one: Origin, other: Origin): boolean =>
  one[3] === other[3] && one.every((value, at) => value === other[at]);

/** Where the lines of a chunk come from: made into objects one by one, as they are asked for. */
export class ChunkOrigins {
  private readonly columns: Columns;
  /** Milliseconds since 1970; NaN without a time. */
  private readonly times: Float64Array;
  private minute = { start: Number.NaN, text: '' };

  constructor(columns: Columns) {
    this.columns = columns;
    let before = 0;
    this.times = Float64Array.from(columns.ms, (ms) => {
      if (ms === null) return Number.NaN;
      before += ms;
      return before;
    });
  }

  /** The line, its text given by whoever has it. */
  line(at: number, text: string): LogLine {
    // Each line has an origin, and the table holds it: written by encodeChunk.
    const origin = this.columns.origins[this.columns.origin[at] as number] as Origin;
    const [allocationId, containerId, agentId, rankId, level, source, stdtype] = origin;
    const time = this.time(at);
    return { allocationId, containerId, agentId, rankId, time, level, source, stdtype, text };
  }

  /** Those lines, counted from the chunk's first, whose origin passes; times and texts are not looked at. */
  passing(passes: (line: LogLine) => boolean): number[] {
    const known = this.columns.origins.map(([allocationId, containerId, agentId, rankId, level, source, stdtype]) =>
      passes({ allocationId, containerId, agentId, rankId, time: null, level, source, stdtype, text: '' }),
    );
    const lines: number[] = [];
    for (const [line, origin] of this.columns.origin.entries()) if (known[origin]) lines.push(line);
    return lines;
  }

  private time(at: number): string | null {
    const ms = this.times[at] ?? Number.NaN;
    if (Number.isNaN(ms)) return null;
    const start = Math.floor(ms / minuteMs) * minuteMs;
    // Lines beside each other mostly are of one minute.
    if (start !== this.minute.start)
      this.minute = { start, text: new Date(start).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:'.length) };
    const seconds = String((ms - start) * 1000 + (this.columns.us[at] ?? 0)).padStart(8, '0');
    return `${this.minute.text}${seconds.slice(0, 2)}.${seconds.slice(2)}Z`;
  }
}

/** What the lines of a chunk say. In chunks of old, which have no `texts`, `data` tells that as well. */
export async function decodeTexts({ texts, data }: { texts: Buffer | null; data: Buffer | null }): Promise<ChunkTexts> {
  if (texts !== null) return ChunkTexts.unpack(await unpack(texts));
  return ChunkTexts.of(data === null ? [] : ((await readColumns(data)).texts ?? []));
}

export async function decodeOrigins(data: Buffer): Promise<ChunkOrigins> {
  return new ChunkOrigins(await readColumns(data));
}

async function readColumns(data: Buffer): Promise<Columns> {
  // Written by encodeChunk.
  return JSON.parse((await unpack(data)).toString('utf8')) as Columns;
}
