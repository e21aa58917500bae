import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { unseen } from '#platform/db/unseen.ts';
import { decodeAxis, decodeColumn, decodePlaces } from './encoding/metric-chunk.ts';
import { inflated } from './encoding/pieces.ts';
import {
  appendCurve,
  appendRollup,
  type Curve,
  curveOfPoints,
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
 * Curves of one metric, or of each trial's own, for drawing, at most `buckets` points each, or each trial's own number. Long series are taken from their
 * roll-ups; short ones, and those a rollback has cut, from the values themselves. Where `since` has a step for a trial, what
 * lies beyond it, unless that is long itself. Trials without anything of the metric are there with an empty curve.
 */
export async function readCurves(
  db: Db,
  trialIds: readonly number[],
  group: string,
  metric: string | ReadonlyMap<number, string>,
  buckets: number | ReadonlyMap<number, number>,
  since: ReadonlyMap<number, number> = new Map(),
): Promise<Map<number, ReadCurve>> {
  if (trialIds.length === 0) return new Map();
  const nameFor = (trialId: number) => (typeof metric === 'string' ? metric : metric.get(trialId)) ?? '';
  const bucketsOf = (trialId: number) => (typeof buckets === 'number' ? buckets : buckets.get(trialId)) ?? 0;
  const asked = [...new Set(trialIds)].map((trialId) => {
    return { trialId, name: nameFor(trialId), buckets: bucketsOf(trialId), from: since.get(trialId) ?? fromTheStart };
  });
  const { coarse, rollbacks, reports, chunks } = await readKept(db, asked, group);
  const tail = tailCurves(reports, group, rollbacks);
  const sealed = sealedCurves(chunks, group, rollbacks);
  const curves = new Map<number, ReadCurve>();
  for (const { trialId, ...wanted } of asked) {
    const from = coarse.has(trialId) ? fromTheStart : wanted.from;
    const { rolled, points, reach } = sealed.get(trialId) ?? nothingSealed();
    const beyond = tail.get(trialId) ?? { points: [], reach: from };
    for (const point of beyond.points) addPoint(points, point);
    curves.set(trialId, {
      curve: curveOf(rolled, points, from, wanted.buckets),
      reach: Math.max(from, reach, beyond.reach),
      whole: from === fromTheStart,
    });
  }
  return curves;
}

/** A trial, its metric, and the step beyond which its reports are wanted. */
interface Wanted {
  trialId: number;
  name: string;
  buckets: number;
  from: number;
}

/** A trial's sealed reports: roll-ups of a long series, single points of a short one. */
interface Sealed {
  rolled: Curve;
  points: Points;
  /** The furthest step that counts. */
  reach: number;
}

function nothingSealed(): Sealed {
  return { rolled: emptyCurve(), points: { steps: [], times: [], values: [] }, reach: fromTheStart };
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

/** What is kept of the wanted trials, as it was at one moment: else what is sealed meanwhile is seen twice, or never. */
interface Kept {
  /** Trials whose wanted sealed reports fill at least half of the buckets by roll-ups alone, and nothing of which was rolled back. */
  coarse: Set<number>;
  rollbacks: Map<number, Rollback[]>;
  reports: KeptReport[];
  chunks: KeptChunk[];
}

interface KeptReport {
  trial_id: number;
  run_id: number;
  steps: number;
  end_time: string;
  value: JsonValue;
}

/** Roll-ups alone of a coarse trial; of others none. */
interface KeptChunk {
  trial_id: number;
  /** The furthest of its reports. */
  steps: number;
  row_count: number;
  axis: Buffer | null;
  rollup: Buffer | null;
  data: Buffer | null;
}

type KeptRow =
  | ({ kind: 'report' } & KeptReport)
  | ({ kind: 'chunk' } & KeptChunk)
  | { kind: 'trial'; trial_id: number; rollbacks: Rollback[] | null };

/** One statement: asking costs more than most of the reading. Of a coarse trial the whole is read. */
async function readKept(db: Db, asked: readonly Wanted[], group: string): Promise<Kept> {
  const ids = asked.map(({ trialId }) => trialId);
  const names = asked.map(({ name }) => name);
  const steps = asked.map(({ from }) => from);
  const enough = asked.map(({ buckets }) => Math.ceil((buckets * rollupSpan) / 2));
  const { rows } = await sql<KeptRow>`with w as materialized (
      select trial_id, name, rollbacks, is_long and rollbacks is null as coarse,
        case when is_long and rollbacks is null then ${fromTheStart} else steps end as steps
      from (select w.trial_id, w.name, w.steps,
          coalesce((select sum(c.row_count) from metric_chunks c
            where c.trial_id = w.trial_id and c.group_name = ${group} and c.max_steps > w.steps), 0)
            >= w.enough as is_long,
          (select json_agg(json_build_object('runId', b.run_id, 'steps', b.steps, 'partition', b.partition))
            from metric_rollbacks b where b.trial_id = w.trial_id) as rollbacks
        from unnest(${unseen(ids, 'int[]')}, ${unseen(names, 'text[]')}, ${unseen(steps, 'int[]')}, ${unseen(enough, 'int[]')})
          as w (trial_id, name, steps, enough)) w)
    select 'trial' as kind, trial_id, rollbacks, null::bigint as place, null::int as steps,
      null::int as run_id, null::timestamptz as end_time, null::json as value,
      null::int as row_count, null::bytea as axis, null::bytea as rollup, null::bytea as data
    from w where coarse or rollbacks is not null
    union all
    select 'report', r.trial_id, null, r.id, r.steps, r.run_id, r.end_time, r.metrics::json -> w.name, null, null, null, null
    from w join metric_reports r on r.trial_id = w.trial_id and r.group_name = ${group} and r.steps > w.steps
    union all
    select 'chunk', c.trial_id, null, c.first_id, c.max_steps, null, null, null, c.row_count,
      case when w.coarse then null else c.axis end, case when w.coarse then k.rollup end, case when w.coarse then null else k.data end
    from w join metric_chunks c on c.trial_id = w.trial_id and c.group_name = ${group} and c.max_steps > w.steps
    left join metric_columns k on k.chunk_id = c.id and k.name = w.name
    order by place`.execute(db);
  const kept: Kept = { coarse: new Set(), rollbacks: new Map(), reports: [], chunks: [] };
  for (const row of rows) {
    if (row.kind === 'report') kept.reports.push(row);
    else if (row.kind === 'chunk') kept.chunks.push(row);
    else if (row.rollbacks) kept.rollbacks.set(row.trial_id, row.rollbacks);
    else kept.coarse.add(row.trial_id);
  }
  return kept;
}

interface TailPoint {
  steps: number;
  time: number;
  value: number;
}

interface Tail {
  points: TailPoint[];
  reach: number;
}

function tailCurves(
  reports: readonly KeptReport[],
  group: string,
  rollbacks: ReadonlyMap<number, Rollback[]>,
): Map<number, Tail> {
  const byTrial = new Map<number, Tail>();
  for (const row of reports) {
    if (!counts(rollbacks.get(row.trial_id) ?? [], row.run_id, row.steps, group)) continue;
    const tail = byTrial.get(row.trial_id) ?? { points: [], reach: fromTheStart };
    byTrial.set(row.trial_id, tail);
    tail.reach = Math.max(tail.reach, row.steps);
    const value = metricNumber(row.value ?? undefined);
    if (value !== undefined) tail.points.push({ steps: row.steps, time: microsOf(row.end_time), value });
  }
  return byTrial;
}

function sealedCurves(
  chunks: readonly KeptChunk[],
  group: string,
  rollbacks: ReadonlyMap<number, Rollback[]>,
): Map<number, Sealed> {
  const byTrial = new Map<number, Sealed>();
  for (const chunk of chunks) {
    const known = byTrial.get(chunk.trial_id) ?? nothingSealed();
    byTrial.set(chunk.trial_id, known);
    if (chunk.rollup) appendRollup(known.rolled, inflated(chunk.rollup));
    // Nothing of a trial with roll-ups was rolled back.
    const reach = chunk.axis ? addSingle(known.points, chunk, group, rollbacks.get(chunk.trial_id)) : chunk.steps;
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
