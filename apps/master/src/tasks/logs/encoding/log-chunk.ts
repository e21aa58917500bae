import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { LogLine } from '../log-line.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
const level = 12;

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
  texts: string[];
}

export function encodeChunk(lines: readonly LogLine[]): Promise<Buffer> {
  const columns: Columns = { origins: [], origin: [], ms: [], us: [], texts: [] };
  const known = new Map<string, number>();
  let before = 0;
  for (const line of lines) {
    const { allocationId, containerId, agentId, rankId, level, source, stdtype } = line;
    const origin: Origin = [allocationId, containerId, agentId, rankId, level, source, stdtype];
    const key = JSON.stringify(origin);
    const index = known.get(key) ?? columns.origins.push(origin) - 1;
    known.set(key, index);
    columns.origin.push(index);
    if (line.time === null) columns.ms.push(null);
    else {
      const now = Date.parse(`${line.time.slice(0, 23)}Z`);
      columns.ms.push(now - before);
      before = now;
    }
    columns.us.push(line.time === null ? 0 : Number(line.time.slice(23, 26)));
    columns.texts.push(line.text);
  }
  const bytes = Buffer.from(JSON.stringify(columns));
  // Told the size, the coder takes tables that fit it: by default they are some tens of megabytes.
  return compress(bytes, { pledgedSrcSize: bytes.length, params: { [constants.ZSTD_c_compressionLevel]: level } });
}

export async function decodeChunk(data: Buffer): Promise<LogLine[]> {
  // Written by encodeChunk.
  const columns = JSON.parse((await decompress(data)).toString('utf8')) as Columns;
  let before = 0;
  return columns.texts.map((text, i) => {
    // Each line has an origin, and the table holds it: written by encodeChunk.
    const [allocationId, containerId, agentId, rankId, level, source, stdtype] = columns.origins[
      columns.origin[i] as number
    ] as Origin;
    const delta = columns.ms[i] ?? null;
    let time: string | null = null;
    if (delta !== null) {
      before += delta;
      time = `${new Date(before).toISOString().slice(0, -1)}${String(columns.us[i]).padStart(3, '0')}Z`;
    }
    return { allocationId, containerId, agentId, rankId, time, level, source, stdtype, text };
  });
}
