import { cutIntoChunks, encodeChunk } from '../encoding/metric-chunk.ts';
import { rollupSpan, systemSpan } from '../encoding/rollup.ts';
import { rowOfTail, rowsOfChunk, type StoredChunk, type TailRow } from '../encoding/stored-rows.ts';
import { isSystemGroup } from '../shared/system/system-groups.ts';
import { type ChunkPack, ChunkPacker, type Series } from './pack-chunks.ts';

/** What is to become chunks: the last one of the series where that has room left, and reports behind it. */
export interface OpenSeries extends Series {
  open: StoredChunk | null;
  tail: readonly TailRow[];
}

/** Runs on another thread: wide reports take it for seconds. */
export default async function encodeSeries(all: readonly OpenSeries[]): Promise<ChunkPack> {
  const packer = new ChunkPacker();
  for (const { open, tail, ...series } of all) {
    const rows = [...(open ? await rowsOfChunk(open) : []), ...tail.map(rowOfTail)];
    const span = isSystemGroup(series.group) ? systemSpan : rollupSpan;
    for (const chunk of cutIntoChunks(series.group, rows)) packer.add(series, chunk, await encodeChunk(chunk, span));
  }
  return packer.packed();
}
