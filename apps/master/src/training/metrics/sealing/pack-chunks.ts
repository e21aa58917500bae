import type { MetricChunk, MetricRow } from '../encoding/metric-chunk.ts';
import { isoOf } from '../report-time.ts';

/** Where something stands in a pack's bytes: from, and how many. Null where there is nothing. */
export type Slice = readonly [from: number, length: number] | null;

/** Chunks as they are handed over and written: few large arrays, and all their bytes one after the other. */
export interface ChunkPack {
  bytes: Uint8Array;
  chunks: PackedChunk[];
}

export interface PackedChunk {
  trialId: number;
  group: string;
  firstId: number;
  lastId: number;
  rows: number;
  minSteps: number;
  maxSteps: number;
  minRun: number;
  firstTime: string;
  lastTime: string;
  axis: Slice;
  otherNames: string[];
  others: Slice;
  batches: Slice;
  columns: PackedColumns;
}

/** Beginning at `from`: each column's data and roll-up, of these lengths in turns. */
export interface PackedColumns {
  from: number;
  names: string[];
  lengths: number[];
}

export interface Series {
  trialId: number;
  group: string;
}

/** Puts chunks together, each made of its rows. */
export class ChunkPacker {
  private readonly pieces: Uint8Array[] = [];
  private readonly chunks: PackedChunk[] = [];
  private size = 0;

  add({ trialId, group }: Series, rows: readonly MetricRow[], encoded: MetricChunk): void {
    let minSteps = Infinity;
    let maxSteps = -Infinity;
    let minRun = Infinity;
    let firstTime = Infinity;
    let lastTime = -Infinity;
    for (const { steps, runId, time } of rows) {
      minSteps = Math.min(minSteps, steps);
      maxSteps = Math.max(maxSteps, steps);
      minRun = Math.min(minRun, runId);
      firstTime = Math.min(firstTime, time);
      lastTime = Math.max(lastTime, time);
    }
    this.chunks.push({
      trialId,
      group,
      firstId: rows[0]?.id ?? 0,
      lastId: rows.at(-1)?.id ?? 0,
      rows: rows.length,
      minSteps,
      maxSteps,
      minRun,
      firstTime: isoOf(firstTime),
      lastTime: isoOf(lastTime),
      axis: this.put(encoded.axis),
      otherNames: encoded.otherNames,
      others: this.put(encoded.others),
      batches: this.put(encoded.batches),
      columns: this.addColumns(encoded),
    });
  }

  addColumns({ columns }: Pick<MetricChunk, 'columns'>): PackedColumns {
    const from = this.size;
    const lengths = columns.flatMap(({ data, rollup }) => {
      this.put(data);
      this.put(rollup);
      return [data.length, rollup.length];
    });
    return { from, names: columns.map(({ name }) => name), lengths };
  }

  packed(): ChunkPack {
    const bytes = new Uint8Array(this.size);
    let at = 0;
    for (const piece of this.pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return { bytes, chunks: this.chunks };
  }

  private put(piece: Uint8Array | null): Slice {
    if (piece === null) return null;
    const from = this.size;
    this.pieces.push(piece);
    this.size += piece.length;
    return [from, piece.length];
  }
}
