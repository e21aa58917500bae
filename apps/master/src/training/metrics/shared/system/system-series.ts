import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { decodeAxis, decodeColumn } from '../../encoding/metric-chunk.ts';
import { inflated } from '../../encoding/pieces.ts';
import {
  appendCurve,
  appendRollup,
  type Curve,
  curveOfPoints,
  emptyCurve,
  type Points,
  reduceCurve,
  sortCurve,
  systemSpan,
} from '../../encoding/rollup.ts';
import { readByArrival } from '../../read-rows.ts';
import { isoOf, microsOf } from '../../report-time.ts';
import { type JsonValue, metricNumber } from '../metric-values.ts';
import { columnOf, type SystemSeries, seriesOfColumn } from './system-columns.ts';
import { storedGroup, storedSystemGroups } from './system-groups.ts';

/** All series that machines have reported for a trial, in bytewise order. */
export async function systemSeriesOf(db: Db, trialId: number): Promise<SystemSeries[]> {
  const { rows } = await sql<{ name: string }>`
    select k.name from metric_chunks c join metric_columns k on k.chunk_id = c.id
    where c.trial_id = ${trialId} and c.group_name = any(${storedSystemGroups}::text[])
    union
    select n.name collate "C" from metric_reports r cross join lateral json_object_keys(r.metrics::json) n (name)
    where r.trial_id = ${trialId} and r.group_name = any(${storedSystemGroups}::text[])
    order by 1`.execute(db);
  return rows.flatMap(({ name }) => seriesOfColumn(name) ?? []);
}

export interface SystemPoint {
  series: SystemSeries;
  steps: number;
  /** ISO text. */
  time: string;
  value: number;
}

/**
 * The values of a group's chosen series behind the report `beyond`, in order of arrival, a chunk's at a time, and the
 * last report that was looked at.
 */
export async function* readSystemPoints(
  db: Db,
  trialId: number,
  group: string,
  isChosen: (series: SystemSeries) => boolean,
  beyond: number,
): AsyncGenerator<{ points: SystemPoint[]; last: number }> {
  const chosen = new Map<string, SystemSeries | undefined>();
  const seriesOf = (column: string) => {
    if (!chosen.has(column)) {
      const series = seriesOfColumn(column);
      chosen.set(column, series && isChosen(series) ? series : undefined);
    }
    return chosen.get(column);
  };
  for await (const rows of readByArrival(db, trialId, storedGroup(group), beyond)) {
    const points = rows.flatMap((row) =>
      Object.entries(row.values).flatMap(([column, reported]) => {
        const series = seriesOf(column);
        const value = metricNumber(reported);
        return series === undefined || value === undefined
          ? []
          : [{ series, steps: row.steps, time: isoOf(row.time), value }];
      }),
    );
    yield { points, last: rows.at(-1)?.id ?? beyond };
  }
}

/** Microseconds since 1970, both ends included. */
interface TimeWindow {
  from: number;
  to: number;
}

/** One series for drawing within a window, at most `buckets` points: of long ones the roll-ups, else the values themselves. */
export async function readSystemCurve(
  db: Db,
  trialId: number,
  series: SystemSeries & { group: string },
  window: TimeWindow,
  buckets: number,
): Promise<Curve> {
  const wanted = { trialId, group: storedGroup(series.group), name: columnOf(series), window };
  // The tail first: what is sealed meanwhile is then seen twice, never lost.
  const tail = await readTail(db, wanted);
  const { curve, points, lastId } = await readSealed(db, wanted, buckets);
  for (const point of tail) if (point.id > lastId) addPoint(points, point.steps, point.time, point.value);
  appendCurve(curve, curveOfPoints(points, Number.POSITIVE_INFINITY));
  return reduceCurve(within(sortCurve(curve, 'times'), window), buckets);
}

interface Wanted {
  trialId: number;
  group: string;
  name: string;
  window: TimeWindow;
}

async function readTail(db: Db, { trialId, group, name, window }: Wanted) {
  const { rows } = await sql<{ id: number; steps: number; end_time: string; value: JsonValue }>`
    select id, steps, end_time, metrics::json -> ${name} as value from metric_reports
    where trial_id = ${trialId} and group_name = ${group}
      and end_time between ${isoOf(window.from)}::timestamptz and ${isoOf(window.to)}::timestamptz
    order by id`.execute(db);
  return rows.flatMap(({ id, steps, end_time, value: reported }) => {
    const value = metricNumber(reported ?? undefined);
    return value === undefined ? [] : [{ id, steps, time: microsOf(end_time), value }];
  });
}

async function readSealed(db: Db, { trialId, group, name, window }: Wanted, buckets: number) {
  const inWindow = sql`c.trial_id = ${trialId} and c.group_name = ${group}
    and c.last_time >= ${isoOf(window.from)}::timestamptz and c.first_time <= ${isoOf(window.to)}::timestamptz`;
  const { rows } = await sql<{
    last_id: number;
    row_count: number;
    axis: Buffer | null;
    rollup: Buffer | null;
    data: Buffer | null;
  }>`with chunks as (select c.*, sum(c.row_count) over () >= ${(buckets * systemSpan) / 2} as long
      from metric_chunks c where ${inWindow})
    select c.last_id, c.row_count, case when not c.long then c.axis end as axis,
      case when c.long then k.rollup end as rollup, case when not c.long then k.data end as data
    from chunks c left join metric_columns k on k.chunk_id = c.id and k.name = ${name}
    order by c.first_id`.execute(db);
  const curve = emptyCurve();
  const points: Points = { steps: [], times: [], values: [] };
  let lastId = -1;
  for (const chunk of rows) {
    lastId = Math.max(lastId, chunk.last_id);
    if (chunk.rollup) appendRollup(curve, inflated(chunk.rollup));
    if (!chunk.axis || !chunk.data) continue;
    const { steps, times } = decodeAxis(chunk.axis, chunk.row_count);
    decodeColumn(chunk.data, chunk.row_count).forEach((value, row) => {
      if (value !== undefined) addPoint(points, steps[row] ?? 0, times[row] ?? 0, value);
    });
  }
  return { curve, points, lastId };
}

function addPoint(points: Points, steps: number, time: number, value: number): void {
  points.steps.push(steps);
  points.times.push(time);
  points.values.push(value);
}

/** The buckets of a curve in order of time that end within the window. */
function within(curve: Curve, { from, to }: TimeWindow): Curve {
  const start = curve.times.findIndex((time) => time >= from);
  const end = curve.times.findLastIndex((time) => time <= to) + 1;
  const cut = (values: readonly number[]) => (start < 0 ? [] : values.slice(start, end));
  return {
    steps: cut(curve.steps),
    times: cut(curve.times),
    min: cut(curve.min),
    max: cut(curve.max),
    last: cut(curve.last),
  };
}
