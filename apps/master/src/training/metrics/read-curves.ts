import type { Db } from '#platform/db/database.ts';
import { decodeAxis, decodeColumn, decodePlaces } from './encoding/metric-chunk.ts';
import { inflated } from './encoding/pieces.ts';
import {
  appendCurve,
  appendRollup,
  type Curve,
  coarserRollup,
  curveOfPoints,
  decodeBuckets,
  emptyCurve,
  type Points,
  reduceCurve,
  sortCurve,
  stretchSpan,
} from './encoding/rollup.ts';
import {
  allSteps,
  fromTheStart,
  type KeptChunk,
  type KeptReport,
  type KeptStretches,
  type Part,
  readKept,
} from './read-kept.ts';
import { microsOf } from './report-time.ts';
import { metricNumber } from './shared/metric-values.ts';
import { counts, type Rollback } from './trial-metrics.ts';

/** A curve, or what is new of it. */
export interface ReadCurve {
  curve: Curve;
  /** The furthest step of the group's reports that were looked at, whether they have the metric or not. */
  reach: number;
  /** All there is of what was asked for; else what lies beyond the step that was asked from. */
  whole: boolean;
}

/**
 * Curves of one metric, or of each trial's own, for drawing, at most `buckets` points each, or each trial's own number. Long series are taken from their
 * roll-ups, very long ones from those of stretches; short ones, and those a rollback has cut, from the values themselves. Where `since` has a step for a trial, what
 * lies beyond it, unless that is long itself. Of `part` alone, the finer the smaller that is. Trials without anything of the metric are there with an empty curve.
 */
export async function readCurves(
  db: Db,
  trialIds: readonly number[],
  group: string,
  metric: string | ReadonlyMap<number, string>,
  buckets: number | ReadonlyMap<number, number>,
  since: ReadonlyMap<number, number> = new Map(),
  part: Part = allSteps,
): Promise<Map<number, ReadCurve>> {
  if (trialIds.length === 0) return new Map();
  const nameFor = (trialId: number) => (typeof metric === 'string' ? metric : metric.get(trialId)) ?? '';
  const bucketsOf = (trialId: number) => (typeof buckets === 'number' ? buckets : buckets.get(trialId)) ?? 0;
  const asked = [...new Set(trialIds)].map((trialId) => {
    return {
      trialId,
      name: nameFor(trialId),
      buckets: bucketsOf(trialId),
      from: Math.max(since.get(trialId) ?? fromTheStart, part.after),
    };
  });
  const { coarse, stretched, rollbacks, reports, chunks } = await readKept(db, asked, group, part);
  const tail = tailCurves(reports, group, rollbacks);
  const sealed = sealedCurves(chunks, group, rollbacks, stretched);
  const curves = new Map<number, ReadCurve>();
  for (const { trialId, ...wanted } of asked) {
    const whole = coarse.has(trialId) || !since.has(trialId);
    const from = coarse.has(trialId) ? part.after : wanted.from;
    const { rolled, points, reach } = sealed.get(trialId) ?? nothingSealed();
    const beyond = tail.get(trialId) ?? { points: [], reach: from };
    for (const point of beyond.points) addPoint(points, point);
    curves.set(trialId, {
      curve: curveOf(
        rolled,
        points,
        { after: from, upTo: part.upTo },
        wanted.buckets,
        stretched.has(trialId) ? stretchSpan : 1,
      ),
      reach: Math.max(from, reach, beyond.reach),
      whole,
    });
  }
  return curves;
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

function curveOf(rolled: Curve, points: Points, part: Part, buckets: number, span: number): Curve {
  const single = curveOfPoints(points, Number.POSITIVE_INFINITY);
  // Beside coarse buckets they would take the room of all that came before.
  const fine = span === 1 ? single : reduceCurve(sortCurve(single), Math.ceil(single.steps.length / span));
  if (rolled.steps.length > 0) appendCurve(rolled, fine);
  return reduceCurve(within(sortCurve(rolled.steps.length > 0 ? rolled : fine), part), buckets);
}

/** Of a curve in order. */
function within({ steps, times, min, max, last }: Curve, { after, upTo }: Part): Curve {
  const first = steps.findIndex((step) => step > after);
  const end = steps.findLastIndex((step) => step <= upTo) + 1;
  if (first === 0 && end === steps.length) return { steps, times, min, max, last };
  const cut = (list: number[]) => (first < 0 ? [] : list.slice(first, end));
  return { steps: cut(steps), times: cut(times), min: cut(min), max: cut(max), last: cut(last) };
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
  stretched: ReadonlyMap<number, KeptStretches>,
): Map<number, Sealed> {
  const byTrial = new Map<number, Sealed>();
  for (const [trialId, { steps, rollup }] of stretched) {
    byTrial.set(trialId, {
      ...nothingSealed(),
      ...(rollup ? { rolled: decodeBuckets(rollup) } : {}),
      reach: steps,
    });
  }
  for (const chunk of chunks) {
    const known = byTrial.get(chunk.trial_id) ?? nothingSealed();
    byTrial.set(chunk.trial_id, known);
    if (chunk.rollup) addRolled(known.rolled, inflated(chunk.rollup), stretched.has(chunk.trial_id));
    // Nothing of a trial with roll-ups was rolled back.
    const reach = chunk.axis ? addSingle(known.points, chunk, group, rollbacks.get(chunk.trial_id)) : chunk.steps;
    known.reach = Math.max(known.reach, reach);
  }
  return byTrial;
}

function addRolled(rolled: Curve, rollup: Uint8Array, beside: boolean): void {
  const chunk = emptyCurve();
  appendRollup(beside ? chunk : rolled, rollup);
  if (beside) appendCurve(rolled, coarserRollup(chunk));
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
