import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { decodeAxis, decodeColumn, decodeOthers } from './encoding/metric-chunk.ts';
import { readRollbacks, splitColumns } from './read-rows.ts';
import { microsOf } from './report-time.ts';
import { type JsonValue, type MetricValues, wireNumber } from './shared/metric-values.ts';
import { counts, type Rollback } from './trial-metrics.ts';

/** Some metrics of one trial's group, a place for each report that counts, in order of steps. */
export interface SeriesColumns {
  steps: number[];
  /** Microseconds since 1970. */
  times: number[];
  /** By name, in the order asked for; undefined where a report lacks it. */
  values: (JsonValue | undefined)[][];
}

export interface StepRange {
  from: number;
  to: number;
}

const everything: StepRange = { from: -(2 ** 31), to: 2 ** 31 - 1 };

interface Point {
  id: number;
  steps: number;
  time: number;
  values: (JsonValue | undefined)[];
}

/** Reads only the named columns of the trials' chunks. Trials without such reports are left out. */
export async function readColumns(
  db: Db,
  trialIds: readonly number[],
  group: string,
  names: readonly string[],
  range: StepRange = everything,
): Promise<Map<number, SeriesColumns>> {
  const rollbacks = await readRollbacks(db, trialIds);
  // The tail first: what is sealed meanwhile is then seen twice, never lost.
  const tail = await readTailPoints(db, trialIds, group, names, range, rollbacks);
  const series = await readChunkPoints(db, trialIds, group, names, range, rollbacks);
  for (const [trialId, points] of tail) {
    const sealed = series.get(trialId) ?? [];
    const known = new Set(sealed.slice(-2 * points.length - 1024).map((point) => point.id));
    series.set(trialId, [...sealed, ...points.filter((point) => !known.has(point.id))]);
  }
  const result = new Map<number, SeriesColumns>();
  for (const trialId of [...new Set(trialIds)]) {
    const points = series.get(trialId);
    if (points && points.length > 0) result.set(trialId, columnsOf(points, names.length));
  }
  return result;
}

function columnsOf(points: Point[], width: number): SeriesColumns {
  points.sort((left, right) => left.steps - right.steps || left.id - right.id);
  return {
    steps: points.map((point) => point.steps),
    times: points.map((point) => point.time),
    values: Array.from({ length: width }, (_, column) => points.map((point) => point.values[column])),
  };
}

async function readTailPoints(
  db: Db,
  trialIds: readonly number[],
  group: string,
  names: readonly string[],
  range: StepRange,
  rollbacks: ReadonlyMap<number, Rollback[]>,
): Promise<Map<number, Point[]>> {
  const found = await sql<{
    id: number;
    trial_id: number;
    run_id: number;
    steps: number;
    end_time: string;
    metrics: string;
  }>`select id, trial_id, run_id, steps, end_time, metrics from metric_reports
     where trial_id = any(${trialIds}::int[]) and group_name = ${group} and steps between ${range.from} and ${range.to}
     order by id`.execute(db);
  const byTrial = new Map<number, Point[]>();
  for (const row of found.rows) {
    if (!counts(rollbacks.get(row.trial_id) ?? [], row.run_id, row.steps, group)) continue;
    // The writer stores a JSON object.
    const values = JSON.parse(row.metrics) as MetricValues;
    const points = byTrial.get(row.trial_id) ?? [];
    points.push({
      id: row.id,
      steps: row.steps,
      time: microsOf(row.end_time),
      values: names.map((name) => (Object.hasOwn(values, name) ? values[name] : undefined)),
    });
    byTrial.set(row.trial_id, points);
  }
  return byTrial;
}

async function readChunkPoints(
  db: Db,
  trialIds: readonly number[],
  group: string,
  names: readonly string[],
  range: StepRange,
  rollbacks: ReadonlyMap<number, Rollback[]>,
): Promise<Map<number, Point[]>> {
  // One statement: a chunk that is being replaced must not be seen without its columns.
  const found = await sql<{
    trial_id: number;
    row_count: number;
    axis: Buffer;
    others: Buffer | null;
    names: string[] | null;
    lengths: number[] | null;
    data: Buffer | null;
  }>`select c.trial_id, c.row_count, c.axis, case when c.other_names && ${names}::text[] then c.others end as others,
       k.names, k.lengths, k.data
     from metric_chunks c left join lateral (
       select array_agg(name order by name) as names, array_agg(octet_length(data) order by name) as lengths,
              string_agg(data, ''::bytea order by name) as data
       from metric_columns where chunk_id = c.id and name = any(${names}::text[])) k on true
     where c.trial_id = any(${trialIds}::int[]) and c.group_name = ${group}
       and c.max_steps >= ${range.from} and c.min_steps <= ${range.to}
     order by c.trial_id, c.first_id`.execute(db);
  const byTrial = new Map<number, Point[]>();
  for (const chunk of found.rows) {
    const axis = decodeAxis(chunk.axis, chunk.row_count);
    const columns = splitColumns(chunk).map(({ name, data }) => ({
      place: names.indexOf(name),
      numbers: decodeColumn(data, chunk.row_count),
    }));
    const others = new Map(decodeOthers(chunk.others));
    const marks = rollbacks.get(chunk.trial_id) ?? [];
    const points = byTrial.get(chunk.trial_id) ?? [];
    for (let index = 0; index < chunk.row_count; index += 1) {
      const steps = axis.steps[index] ?? 0;
      if (steps < range.from || steps > range.to || !counts(marks, axis.runs[index] ?? 0, steps, group)) continue;
      const values: (JsonValue | undefined)[] = new Array(names.length).fill(undefined);
      for (const { place, numbers } of columns) {
        const number = numbers[index];
        if (number !== undefined) values[place] = wireNumber(number);
      }
      const rest = others.get(index);
      if (rest) {
        names.forEach((name, place) => {
          if (Object.hasOwn(rest, name)) values[place] = rest[name];
        });
      }
      points.push({ id: axis.ids[index] ?? 0, steps, time: axis.times[index] ?? 0, values });
    }
    byTrial.set(chunk.trial_id, points);
  }
  return byTrial;
}
