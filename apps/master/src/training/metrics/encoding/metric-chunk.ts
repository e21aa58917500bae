import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type JsonValue, type MetricValues, metricNumber, wireNumber } from '../shared/metric-values.ts';
import { decodeFloats, encodeFloats } from './floats.ts';
import { decodeIntegers, encodeIntegers } from './integers.ts';
import { encodeRollup } from './rollup.ts';

/** One stored report. */
export interface MetricRow {
  id: number;
  runId: number;
  steps: number;
  /** Microseconds since 1970. */
  time: number;
  values: MetricValues;
  batchMetrics: JsonValue[] | null;
}

/** What the reports of a chunk share: where each stands. */
export interface ChunkAxis {
  ids: number[];
  runs: number[];
  steps: number[];
  times: number[];
}

export interface ChunkColumn {
  name: string;
  data: Uint8Array;
  rollup: Uint8Array;
}

/** Up to `chunkSize` reports of one trial and group, in order of arrival. */
export interface MetricChunk {
  rows: number;
  axis: Uint8Array;
  columns: ChunkColumn[];
  /** Names that have a value here that is no number, and these values as compressed JSON, `[row, values]` each. */
  otherNames: string[];
  others: Uint8Array | null;
  /** Values of single batches as compressed JSON, `[row, list]` each. */
  batches: Uint8Array | null;
}

export const chunkSize = 512;

export function encodeChunk(rows: readonly MetricRow[]): MetricChunk {
  const axis = axisOf(rows);
  const names = new Set<string>();
  const otherNames = new Set<string>();
  const others: [number, MetricValues][] = [];
  const batches: [number, JsonValue[]][] = [];
  rows.forEach((row, index) => {
    const rest = Object.entries(row.values).filter(([name, value]) => {
      const isNumber = metricNumber(value) !== undefined;
      (isNumber ? names : otherNames).add(name);
      return !isNumber;
    });
    if (rest.length > 0) others.push([index, Object.fromEntries(rest)]);
    if (row.batchMetrics !== null) batches.push([index, row.batchMetrics]);
  });
  return {
    rows: rows.length,
    axis: deflateRawSync(
      Buffer.concat([axis.steps, axis.times, axis.ids, axis.runs].map((values) => encodeIntegers(values))),
    ),
    columns: [...names].map((name) => encodeColumn(name, rows, axis)),
    otherNames: [...otherNames],
    others: packJson(others),
    batches: packJson(batches),
  };
}

export function axisOf(rows: readonly MetricRow[]): ChunkAxis {
  return {
    ids: rows.map((row) => row.id),
    runs: rows.map((row) => row.runId),
    steps: rows.map((row) => row.steps),
    times: rows.map((row) => row.time),
  };
}

function encodeColumn(name: string, rows: readonly MetricRow[], axis: ChunkAxis): ChunkColumn {
  const values = rows.map((row) => (Object.hasOwn(row.values, name) ? metricNumber(row.values[name]) : undefined));
  return {
    name,
    data: deflateRawSync(encodeFloats(values)),
    rollup: deflateRawSync(encodeRollup(axis.steps, axis.times, values)),
  };
}

function packJson(entries: unknown[]): Uint8Array | null {
  return entries.length === 0 ? null : deflateRawSync(JSON.stringify(entries));
}

export function decodeAxis(axis: Uint8Array, rows: number): ChunkAxis {
  const cursor = { bytes: inflateRawSync(axis), at: 0 };
  const steps = decodeIntegers(cursor, rows);
  const times = decodeIntegers(cursor, rows);
  const ids = decodeIntegers(cursor, rows);
  const runs = decodeIntegers(cursor, rows);
  return { ids, runs, steps, times };
}

export function decodeColumn(data: Uint8Array, rows: number): (number | undefined)[] {
  return decodeFloats(inflateRawSync(data), rows);
}

export function decodeOthers(others: Uint8Array | null): [number, MetricValues][] {
  // Only packJson wrote it.
  return others === null ? [] : (JSON.parse(inflateRawSync(others).toString()) as [number, MetricValues][]);
}

/** The reports as they were stored. */
export function decodeChunk(chunk: MetricChunk): MetricRow[] {
  const axis = decodeAxis(chunk.axis, chunk.rows);
  const entries: [string, JsonValue][][] = Array.from({ length: chunk.rows }, () => []);
  for (const column of chunk.columns) {
    decodeColumn(column.data, chunk.rows).forEach((value, index) => {
      if (value !== undefined) entries[index]?.push([column.name, wireNumber(value)]);
    });
  }
  for (const [index, values] of decodeOthers(chunk.others)) entries[index]?.push(...Object.entries(values));
  const batches = new Map(
    // Only packJson wrote it.
    chunk.batches === null ? [] : (JSON.parse(inflateRawSync(chunk.batches).toString()) as [number, JsonValue[]][]),
  );
  return entries.map((values, index) => ({
    id: axis.ids[index] ?? 0,
    runId: axis.runs[index] ?? 0,
    steps: axis.steps[index] ?? 0,
    time: axis.times[index] ?? 0,
    values: Object.fromEntries(values),
    batchMetrics: batches.get(index) ?? null,
  }));
}
