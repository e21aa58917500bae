import { microsOf } from '../report-time.ts';
import type { JsonValue, MetricValues } from '../shared/metric-values.ts';
import { decodeChunk, type MetricRow, type Reading } from './metric-chunk.ts';

/** A report that stands in no chunk yet. */
export interface TailRow {
  id: number;
  run_id: number;
  steps: number;
  end_time: string;
  metrics: string;
  batch_metrics: string | null;
}

export function rowOfTail(row: TailRow): MetricRow {
  return {
    id: row.id,
    runId: row.run_id,
    steps: row.steps,
    time: microsOf(row.end_time),
    // The writer stores a JSON object and a JSON list.
    values: JSON.parse(row.metrics) as MetricValues,
    batchMetrics: row.batch_metrics === null ? null : (JSON.parse(row.batch_metrics) as JsonValue[]),
  };
}

/** As it is read, its columns one after the other in `data`. */
export interface StoredChunk {
  id: number;
  first_id: number;
  last_id: number;
  row_count: number;
  edits: number;
  axis: Uint8Array;
  other_names: string[];
  others: Uint8Array | null;
  batches: Uint8Array | null;
  names: string[] | null;
  lengths: number[] | null;
  data: Uint8Array | null;
}

export function rowsOfChunk(chunk: StoredChunk, reading?: Reading): Promise<MetricRow[]> {
  const columns = splitColumns(chunk).map(({ name, data }) => ({ name, data, rollup: new Uint8Array() }));
  const stored = {
    rows: chunk.row_count,
    axis: chunk.axis,
    columns,
    otherNames: chunk.other_names,
    others: chunk.others,
    batches: chunk.batches,
  };
  return decodeChunk(stored, reading);
}

/** Columns that came as one piece: names, lengths, and the bytes one after the other. */
export function splitColumns(row: {
  names: string[] | null;
  lengths: number[] | null;
  data: Uint8Array | null;
}): { name: string; data: Uint8Array }[] {
  let at = 0;
  return (row.names ?? []).map((name, index) => {
    const from = at;
    at += row.lengths?.[index] ?? 0;
    return { name, data: row.data?.subarray(from, at) ?? new Uint8Array() };
  });
}
