import { inflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { decodeAxis, decodeColumn } from './encoding/metric-chunk.ts';
import {
  appendCurve,
  type Curve,
  curveOfPoints,
  decodeRollup,
  emptyCurve,
  type Points,
  reduceCurve,
  rollupSpan,
  sortCurve,
} from './encoding/rollup.ts';
import { readRollbacks } from './read-rows.ts';
import { microsOf } from './report-time.ts';
import { type JsonValue, metricNumber } from './shared/metric-values.ts';
import { counts, type Rollback } from './trial-metrics.ts';

/**
 * Curves of one metric for drawing, at most `buckets` points each. Long series are taken from their roll-ups; short
 * ones, and those a rollback has cut, from the values themselves. Only what lies beyond the step `since`; trials that
 * have reported nothing there are left out.
 */
export async function readCurves(
  db: Db,
  trialIds: readonly number[],
  group: string,
  name: string,
  buckets: number,
  since = -(2 ** 31),
): Promise<Map<number, Curve>> {
  if (trialIds.length === 0) return new Map();
  const rollbacks = await readRollbacks(db, trialIds);
  const coarse = (await longSeries(db, trialIds, group, buckets)).filter((id) => !rollbacks.has(id));
  // The tail first: what is sealed meanwhile is then seen twice, never lost.
  const tail = await readTailCurves(db, trialIds, group, name, since, rollbacks);
  const sealed = await readSealedCurves(db, trialIds, group, name, since, coarse, rollbacks);
  const curves = new Map<number, Curve>();
  for (const trialId of new Set(trialIds)) {
    const { rolled, points, lastId } = sealed.get(trialId) ?? nothingSealed();
    for (const point of tail.get(trialId) ?? []) if (point.id > lastId) addPoint(points, point);
    const curve = curveOf(rolled, points, since, buckets);
    if (curve.steps.length > 0) curves.set(trialId, curve);
  }
  return curves;
}

/** A trial's sealed reports: roll-ups of a long series, single points of a short one. */
interface Sealed {
  rolled: Curve;
  points: Points;
  lastId: number;
}

function nothingSealed(): Sealed {
  return { rolled: emptyCurve(), points: { steps: [], times: [], values: [] }, lastId: -1 };
}

function addPoint(points: Points, { steps, time, value }: { steps: number; time: number; value: number }): void {
  points.steps.push(steps);
  points.times.push(time);
  points.values.push(value);
}

function curveOf(rolled: Curve, points: Points, since: number, buckets: number): Curve {
  const fine = curveOfPoints(points, Number.POSITIVE_INFINITY);
  if (rolled.steps.length > 0) appendCurve(rolled, fine);
  return reduceCurve(after(sortCurve(rolled.steps.length > 0 ? rolled : fine), since), buckets);
}

function after(curve: Curve, since: number): Curve {
  const first = curve.steps.findIndex((step) => step > since);
  if (first === 0) return curve;
  const from = first < 0 ? curve.steps.length : first;
  return {
    steps: curve.steps.slice(from),
    times: curve.times.slice(from),
    min: curve.min.slice(from),
    max: curve.max.slice(from),
    last: curve.last.slice(from),
  };
}

/** Trials whose sealed reports fill at least half of the buckets by roll-ups alone. */
async function longSeries(db: Db, trialIds: readonly number[], group: string, buckets: number): Promise<number[]> {
  const found = await sql<{ trial_id: number }>`
    select trial_id from metric_chunks where trial_id = any(${trialIds}::int[]) and group_name = ${group}
    group by trial_id having sum(row_count) >= ${(buckets * rollupSpan) / 2}`.execute(db);
  return found.rows.map((row) => row.trial_id);
}

interface TailPoint {
  id: number;
  steps: number;
  time: number;
  value: number;
}

async function readTailCurves(
  db: Db,
  trialIds: readonly number[],
  group: string,
  name: string,
  since: number,
  rollbacks: ReadonlyMap<number, Rollback[]>,
): Promise<Map<number, TailPoint[]>> {
  const found = await sql<{
    id: number;
    trial_id: number;
    run_id: number;
    steps: number;
    end_time: string;
    value: JsonValue;
  }>`select id, trial_id, run_id, steps, end_time, metrics::json -> ${name} as value from metric_reports
     where trial_id = any(${trialIds}::int[]) and group_name = ${group} and steps > ${since}
     order by id`.execute(db);
  const byTrial = new Map<number, TailPoint[]>();
  for (const row of found.rows) {
    const value = metricNumber(row.value ?? undefined);
    if (value === undefined || !counts(rollbacks.get(row.trial_id) ?? [], row.run_id, row.steps, group)) continue;
    const points = byTrial.get(row.trial_id) ?? [];
    points.push({ id: row.id, steps: row.steps, time: microsOf(row.end_time), value });
    byTrial.set(row.trial_id, points);
  }
  return byTrial;
}

async function readSealedCurves(
  db: Db,
  trialIds: readonly number[],
  group: string,
  name: string,
  since: number,
  coarse: readonly number[],
  rollbacks: ReadonlyMap<number, Rollback[]>,
): Promise<Map<number, Sealed>> {
  const found = await sql<{
    trial_id: number;
    last_id: number;
    row_count: number;
    axis: Buffer | null;
    rollup: Buffer | null;
    data: Buffer | null;
  }>`select c.trial_id, c.last_id, c.row_count,
       case when c.trial_id = any(${coarse}::int[]) then null else c.axis end as axis,
       case when c.trial_id = any(${coarse}::int[]) then k.rollup end as rollup,
       case when c.trial_id = any(${coarse}::int[]) then null else k.data end as data
     from metric_chunks c left join metric_columns k on k.chunk_id = c.id and k.name = ${name}
     where c.trial_id = any(${trialIds}::int[]) and c.group_name = ${group} and c.max_steps > ${since}
     order by c.trial_id, c.first_id`.execute(db);
  const byTrial = new Map<number, Sealed>();
  for (const chunk of found.rows) {
    const known = byTrial.get(chunk.trial_id) ?? nothingSealed();
    byTrial.set(chunk.trial_id, known);
    known.lastId = Math.max(known.lastId, chunk.last_id);
    if (chunk.rollup) appendCurve(known.rolled, decodeRollup(inflateRawSync(chunk.rollup)));
    if (chunk.axis && chunk.data)
      addSingle(known.points, chunk.axis, chunk.data, chunk.row_count, group, rollbacks.get(chunk.trial_id));
  }
  return byTrial;
}

function addSingle(
  points: Points,
  axis: Buffer,
  data: Buffer,
  rows: number,
  group: string,
  marks: readonly Rollback[] | undefined,
): void {
  const { steps, times, runs } = decodeAxis(axis, rows);
  decodeColumn(data, rows).forEach((value, row) => {
    const step = steps[row] ?? 0;
    if (value === undefined || (marks && !counts(marks, runs[row] ?? 0, step, group))) return;
    addPoint(points, { steps: step, time: times[row] ?? 0, value });
  });
}
