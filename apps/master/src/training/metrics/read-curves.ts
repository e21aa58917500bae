import { inflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { decodeAxis, decodeColumn, decodePlaces } from './encoding/metric-chunk.ts';
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
import { microsOf } from './report-time.ts';
import { type JsonValue, metricNumber } from './shared/metric-values.ts';
import { counts, type Rollback } from './trial-metrics.ts';

/** A curve, or what is new of it. */
export interface ReadCurve {
  curve: Curve;
  /** The furthest step of the group's reports that were looked at, whether they have the metric or not. */
  reach: number;
  /** All there is; else what lies beyond the step that was asked from. */
  whole: boolean;
}

const fromTheStart = -(2 ** 31);

/**
 * Curves of one metric for drawing, at most `buckets` points each. Long series are taken from their roll-ups; short
 * ones, and those a rollback has cut, from the values themselves. Where `since` has a step for a trial, what lies
 * beyond it, unless that is long itself. Trials without anything of the metric are there with an empty curve.
 */
export async function readCurves(
  db: Db,
  trialIds: readonly number[],
  group: string,
  name: string,
  buckets: number,
  since: ReadonlyMap<number, number> = new Map(),
): Promise<Map<number, ReadCurve>> {
  if (trialIds.length === 0) return new Map();
  const { long, rollbacks } = await longAndRolledBack(db, wantedOf(trialIds, since), group, buckets);
  const coarse = new Set(long.filter((id) => !rollbacks.has(id)));
  const wanted = wantedOf(trialIds, new Map([...since].filter(([id]) => !coarse.has(id))));
  // The tail first: what is sealed meanwhile is then seen twice, never lost.
  const tail = await readTailCurves(db, wanted, group, name, rollbacks);
  const sealed = await readSealedCurves(db, wanted, group, name, coarse, rollbacks);
  const curves = new Map<number, ReadCurve>();
  for (const { trialId, from } of wanted) {
    const { rolled, points, lastId, ...chunks } = sealed.get(trialId) ?? nothingSealed();
    const reports = tail.get(trialId) ?? { points: [], reach: from };
    for (const point of reports.points) if (point.id > lastId) addPoint(points, point);
    curves.set(trialId, {
      curve: curveOf(rolled, points, from, buckets),
      reach: Math.max(from, chunks.reach, reports.reach),
      whole: from === fromTheStart,
    });
  }
  return curves;
}

/** A trial, and the step beyond which its reports are wanted. */
interface Wanted {
  trialId: number;
  from: number;
}

function wantedOf(trialIds: readonly number[], since: ReadonlyMap<number, number>): Wanted[] {
  return [...new Set(trialIds)].map((trialId) => ({ trialId, from: since.get(trialId) ?? fromTheStart }));
}

/** The wanted as a table `w` of a query. */
function asTable(wanted: readonly Wanted[]) {
  const ids = wanted.map(({ trialId }) => trialId);
  const steps = wanted.map(({ from }) => from);
  return sql`unnest(${ids}::int[], ${steps}::int[]) as w (trial_id, steps)`;
}

/** A trial's sealed reports: roll-ups of a long series, single points of a short one. */
interface Sealed {
  rolled: Curve;
  points: Points;
  lastId: number;
  /** The furthest step that counts. */
  reach: number;
}

function nothingSealed(): Sealed {
  return { rolled: emptyCurve(), points: { steps: [], times: [], values: [] }, lastId: -1, reach: fromTheStart };
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

/** Trials whose wanted sealed reports fill at least half of the buckets by roll-ups alone, and what was rolled back of all. */
async function longAndRolledBack(
  db: Db,
  wanted: readonly Wanted[],
  group: string,
  buckets: number,
): Promise<{ long: number[]; rollbacks: Map<number, Rollback[]> }> {
  const { rows } = await sql<{ trial_id: number; long: boolean; rollbacks: Rollback[] | null }>`select * from (
    select w.trial_id,
      coalesce((select sum(c.row_count) from metric_chunks c
        where c.trial_id = w.trial_id and c.group_name = ${group} and c.max_steps > w.steps), 0)
        >= ${(buckets * rollupSpan) / 2} as long,
      (select json_agg(json_build_object('runId', b.run_id, 'steps', b.steps, 'partition', b.partition))
        from metric_rollbacks b where b.trial_id = w.trial_id) as rollbacks
    from ${asTable(wanted)}) found where long or rollbacks is not null`.execute(db);
  return {
    long: rows.flatMap(({ trial_id, long }) => (long ? [trial_id] : [])),
    rollbacks: new Map(rows.flatMap(({ trial_id, rollbacks }) => (rollbacks ? [[trial_id, rollbacks]] : []))),
  };
}

interface TailPoint {
  id: number;
  steps: number;
  time: number;
  value: number;
}

interface Tail {
  points: TailPoint[];
  reach: number;
}

async function readTailCurves(
  db: Db,
  wanted: readonly Wanted[],
  group: string,
  name: string,
  rollbacks: ReadonlyMap<number, Rollback[]>,
): Promise<Map<number, Tail>> {
  const found = await sql<{
    id: number;
    trial_id: number;
    run_id: number;
    steps: number;
    end_time: string;
    value: JsonValue;
  }>`select r.id, r.trial_id, r.run_id, r.steps, r.end_time, r.metrics::json -> ${name} as value
     from ${asTable(wanted)}
     join metric_reports r on r.trial_id = w.trial_id and r.group_name = ${group} and r.steps > w.steps
     order by r.id`.execute(db);
  const byTrial = new Map<number, Tail>();
  for (const row of found.rows) {
    if (!counts(rollbacks.get(row.trial_id) ?? [], row.run_id, row.steps, group)) continue;
    const tail = byTrial.get(row.trial_id) ?? { points: [], reach: fromTheStart };
    byTrial.set(row.trial_id, tail);
    tail.reach = Math.max(tail.reach, row.steps);
    const value = metricNumber(row.value ?? undefined);
    if (value !== undefined) tail.points.push({ id: row.id, steps: row.steps, time: microsOf(row.end_time), value });
  }
  return byTrial;
}

async function readSealedCurves(
  db: Db,
  wanted: readonly Wanted[],
  group: string,
  name: string,
  coarse: ReadonlySet<number>,
  rollbacks: ReadonlyMap<number, Rollback[]>,
): Promise<Map<number, Sealed>> {
  const rolled = sql`c.trial_id = any(${[...coarse]}::int[])`;
  const found = await sql<{
    trial_id: number;
    last_id: number;
    row_count: number;
    max_steps: number;
    axis: Buffer | null;
    rollup: Buffer | null;
    data: Buffer | null;
  }>`select c.trial_id, c.last_id, c.row_count, c.max_steps,
       case when ${rolled} then null else c.axis end as axis,
       case when ${rolled} then k.rollup end as rollup,
       case when ${rolled} then null else k.data end as data
     from ${asTable(wanted)}
     join metric_chunks c on c.trial_id = w.trial_id and c.group_name = ${group} and c.max_steps > w.steps
     left join metric_columns k on k.chunk_id = c.id and k.name = ${name}
     order by c.trial_id, c.first_id`.execute(db);
  const byTrial = new Map<number, Sealed>();
  for (const chunk of found.rows) {
    const known = byTrial.get(chunk.trial_id) ?? nothingSealed();
    byTrial.set(chunk.trial_id, known);
    known.lastId = Math.max(known.lastId, chunk.last_id);
    if (chunk.rollup) appendCurve(known.rolled, decodeRollup(inflateRawSync(chunk.rollup)));
    // Nothing of a trial with roll-ups was rolled back.
    const reach = chunk.axis ? addSingle(known.points, chunk, group, rollbacks.get(chunk.trial_id)) : chunk.max_steps;
    known.reach = Math.max(known.reach, reach);
  }
  return byTrial;
}

/** Adds a chunk's values that count; gives the furthest step that does. */
function addSingle(
  points: Points,
  { axis, data, row_count }: { axis: Buffer | null; data: Buffer | null; row_count: number },
  group: string,
  marks: readonly Rollback[] | undefined,
): number {
  if (!axis) return fromTheStart;
  const runs = marks && decodeAxis(axis, row_count).runs;
  const { steps, times } = decodePlaces(axis, row_count);
  const values = data ? decodeColumn(data, row_count) : [];
  let reach = fromTheStart;
  for (let row = 0; row < row_count; row += 1) {
    const step = steps[row] ?? 0;
    if (marks && !counts(marks, runs?.[row] ?? 0, step, group)) continue;
    if (step > reach) reach = step;
    const value = values[row];
    if (value === undefined) continue;
    points.steps.push(step);
    points.times.push(times[row] ?? 0);
    points.values.push(value);
  }
  return reach;
}
