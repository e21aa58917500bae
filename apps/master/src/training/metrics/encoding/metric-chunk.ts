import { setImmediate as turn } from 'node:timers/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { decodeFloats, encodeFloats } from '../../shared/floats.ts';
import { type JsonValue, type MetricValues, metricNumber, wireNumber } from '../shared/metric-values.ts';
import { isSystemGroup } from '../shared/system/system-groups.ts';
import { decodeIntegers, encodeIntegers } from './integers.ts';
import { deflated, inflated } from './pieces.ts';
import { encodeRollup, rollupSpan } from './rollup.ts';

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

/** Some reports of one trial and group, in order of arrival. */
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

export interface Reading {
  /** Gives a promise when it is time to let others have their turn. */
  pause?: (() => Promise<void> | undefined) | undefined;
  isWanted?: ((steps: number) => boolean) | undefined;
}

/** Reports in a chunk at most. */
export const chunkSize = 512;
/** Of a machine's state there are ten a second, with few names: a day of them is looked at in one go. */
const systemChunkSize = 4096;
/** A chunk is read and written whole, so reports with very many names share it with fewer others; never with less than these. */
const chunkValues = 65_536;
const leastReports = 64;

/** How many reports a chunk of a group has room for when they carry so many names between them. */
export function roomFor(group: string, names: number): number {
  const most = isSystemGroup(group) ? systemChunkSize : chunkSize;
  return Math.max(leastReports, Math.min(most, Math.floor(chunkValues / Math.max(1, names))));
}

/** Reports as they share chunks; the last of these may have room left. */
export function cutIntoChunks(group: string, rows: readonly MetricRow[]): MetricRow[][] {
  const chunks: MetricRow[][] = [];
  const names = new Set<string>();
  for (const row of rows) {
    for (const name of Object.keys(row.values)) names.add(name);
    const last = chunks.at(-1);
    if (last && last.length < roomFor(group, names.size)) last.push(row);
    else {
      chunks.push([row]);
      names.clear();
      for (const name of Object.keys(row.values)) names.add(name);
    }
  }
  return chunks;
}

/** Columns made without letting others have their turn. */
const columnsAtOnce = 64;

export async function encodeChunk(rows: readonly MetricRow[], span = rollupSpan): Promise<MetricChunk> {
  const axis = axisOf(rows);
  const numbers = new Map<string, (number | undefined)[]>();
  const otherNames = new Set<string>();
  const others: [number, MetricValues][] = [];
  const batches: [number, JsonValue[]][] = [];
  rows.forEach((row, index) => {
    const rest: [string, JsonValue][] = [];
    for (const [name, value] of Object.entries(row.values)) {
      const number = metricNumber(value);
      if (number === undefined) {
        otherNames.add(name);
        rest.push([name, value]);
        continue;
      }
      const column = numbers.get(name) ?? new Array<number | undefined>(rows.length).fill(undefined);
      numbers.set(name, column);
      column[index] = number;
    }
    if (rest.length > 0) others.push([index, Object.fromEntries(rest)]);
    if (row.batchMetrics !== null) batches.push([index, row.batchMetrics]);
  });
  const columns: ChunkColumn[] = [];
  for (const [name, values] of numbers) {
    columns.push({
      name,
      data: deflated(encodeFloats(values)),
      rollup: deflated(encodeRollup(axis.steps, axis.times, values, span)),
    });
    if (columns.length % columnsAtOnce === 0) await turn();
  }
  return {
    rows: rows.length,
    axis: deflated(
      Buffer.concat([axis.steps, axis.times, axis.ids, axis.runs].map((values) => encodeIntegers(values))),
    ),
    columns,
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

function packJson(entries: unknown[]): Uint8Array | null {
  return entries.length === 0 ? null : deflateRawSync(JSON.stringify(entries));
}

export function decodeAxis(axis: Uint8Array, rows: number): ChunkAxis {
  const cursor = { bytes: inflated(axis), at: 0 };
  const steps = decodeIntegers(cursor, rows);
  const times = decodeIntegers(cursor, rows);
  const ids = decodeIntegers(cursor, rows);
  const runs = decodeIntegers(cursor, rows);
  return { ids, runs, steps, times };
}

/** Of the axis what all curves need. */
export function decodePlaces(axis: Uint8Array, rows: number): Pick<ChunkAxis, 'steps' | 'times'> {
  const cursor = { bytes: inflated(axis), at: 0 };
  return { steps: decodeIntegers(cursor, rows), times: decodeIntegers(cursor, rows) };
}

export function decodeColumn(data: Uint8Array, rows: number): (number | undefined)[] {
  return decodeFloats(inflated(data), rows);
}

export function decodeOthers(others: Uint8Array | null): [number, MetricValues][] {
  // Only packJson wrote it.
  return others === null ? [] : (JSON.parse(inflateRawSync(others).toString()) as [number, MetricValues][]);
}

/** The reports as they were stored, of those steps alone that are wanted. Lets others have their turn where `pause` says so. */
export async function decodeChunk(
  chunk: MetricChunk,
  { pause = () => undefined, isWanted = () => true }: Reading = {},
): Promise<MetricRow[]> {
  const axis = decodeAxis(chunk.axis, chunk.rows);
  const wanted = axis.steps.map(isWanted);
  const entries: [string, JsonValue][][] = Array.from({ length: chunk.rows }, () => []);
  for (const column of chunk.columns) {
    decodeColumn(column.data, chunk.rows).forEach((value, index) => {
      if (value !== undefined && wanted[index]) entries[index]?.push([column.name, wireNumber(value)]);
    });
    await pause();
  }
  for (const [index, values] of decodeOthers(chunk.others)) entries[index]?.push(...Object.entries(values));
  const batches = new Map(
    // Only packJson wrote it.
    chunk.batches === null ? [] : (JSON.parse(inflateRawSync(chunk.batches).toString()) as [number, JsonValue[]][]),
  );
  const rows: MetricRow[] = [];
  for (const [index, values] of entries.entries()) {
    if (!wanted[index]) continue;
    rows.push({
      id: axis.ids[index] ?? 0,
      runId: axis.runs[index] ?? 0,
      steps: axis.steps[index] ?? 0,
      time: axis.times[index] ?? 0,
      values: Object.fromEntries(values),
      batchMetrics: batches.get(index) ?? null,
    });
    await pause();
  }
  return rows;
}
