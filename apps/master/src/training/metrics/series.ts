import type { DataPoint, PolymorphicFilter } from '@determined/contract/training/metrics-generated.ts';
import type { Items } from '@determined/contract/wire/encode-text.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { takingTurns } from '#platform/turns.ts';
import { chooseRows } from './downsample.ts';
import { readColumns, type SeriesColumns, type StepRange } from './read-columns.ts';
import { isoOf, microsOf } from './report-time.ts';
import { type JsonValue, metricNumber } from './shared/metric-values.ts';

/** Which points of a series are wanted. */
export interface SeriesRequest {
  group: string;
  names: readonly string[];
  startBatches: number;
  /** 0: no end. */
  endBatches: number;
  maxDatapoints: number;
  filter: PolymorphicFilter | null;
}

/** Points of each trial's series; a name the group never had is null at every point. */
export async function readSeries(
  db: Db,
  trialIds: readonly number[],
  request: SeriesRequest,
): Promise<Map<number, Items<DataPoint>>> {
  const range: StepRange = {
    from: request.startBatches,
    to: request.endBatches > 0 ? request.endBatches : 2 ** 31 - 1,
  };
  // Each name once: a metric that is asked for may itself be called epoch.
  const names = [...new Set([...request.names, 'epochs', 'epoch'])];
  const series = new Map<number, Items<DataPoint>>();
  const pause = takingTurns();
  for (const some of await readable(db, trialIds, request.group, names.length)) {
    for (const [trialId, read] of await readColumns(db, some, request.group, names, range)) {
      const points = pointsOf(read, request, names);
      if (points.length > 0) series.set(trialId, points);
      await pause();
    }
  }
  return series;
}

/** Values held at once: of each trial few points are kept in the end. */
const valuesAtOnce = 2_000_000;

/** The trials in groups that can be read together. */
async function readable(db: Db, trialIds: readonly number[], group: string, width: number): Promise<number[][]> {
  const sealed = await sql<{ trial_id: number; rows: number }>`
    select trial_id, sum(row_count) as rows from metric_chunks
    where trial_id = any(${trialIds}::int[]) and group_name = ${group} group by 1`.execute(db);
  const sizes = new Map(sealed.rows.map((trial) => [trial.trial_id, trial.rows * width]));
  const groups: number[][] = [];
  let held = Number.POSITIVE_INFINITY;
  for (const id of trialIds) {
    const size = sizes.get(id) ?? 0;
    if (held + size > valuesAtOnce) {
      groups.push([]);
      held = 0;
    }
    groups.at(-1)?.push(id);
    held += size;
  }
  return groups;
}

function pointsOf(columns: SeriesColumns, request: SeriesRequest, names: readonly string[]): Items<DataPoint> {
  const width = request.names.length;
  const [epochs, epochColumn] = ['epochs', 'epoch'].map((name) => columns.values[names.indexOf(name)]);
  const epochAt = (row: number) => metricNumber(epochs?.[row] ?? epochColumn?.[row]);
  const rows: number[] = [];
  for (let row = 0; row < columns.steps.length; row += 1) {
    if (!request.filter || passes(request.filter, columns, row, epochAt(row))) rows.push(row);
  }
  const wanted =
    rows.length > request.maxDatapoints
      ? columns.values.slice(0, width).map((column) => rows.map((row) => column[row]))
      : [];
  const chosen = chooseRows(wanted, rows.length, request.maxDatapoints);
  return {
    length: chosen.length,
    at: (place) => {
      const row = rows[chosen[place] ?? 0] ?? 0;
      return {
        batches: columns.steps[row] ?? 0,
        values: valuesAt(columns, request.names, row),
        time: isoOf(columns.times[row] ?? 0),
        epoch: epochAt(row),
      };
    },
  };
}

function valuesAt({ values }: SeriesColumns, names: readonly string[], row: number): Record<string, JsonValue> {
  const [only] = names;
  // Most ask for one metric, at a hundred thousand points. A name in brackets is a key whatever it is called.
  if (only !== undefined && names.length === 1) return { [only]: values[0]?.[row] ?? null };
  return Object.fromEntries(names.map((name, column) => [name, values[column]?.[row] ?? null]));
}

function passes(filter: PolymorphicFilter, columns: SeriesColumns, row: number, epoch: number | undefined): boolean {
  const time = columns.times[row] ?? 0;
  const { timeRange: times, integerRange: integers, doubleRange: doubles } = filter;
  const steps = columns.steps[row] ?? 0;
  const value = filter.name === 'time' ? time / 1e6 : filter.name === 'epoch' ? epoch : steps;
  if (times) {
    const limit = (at: string | undefined) => (at === undefined ? undefined : microsOf(at));
    const within = { lt: limit(times.lt), lte: limit(times.lte), gt: limit(times.gt), gte: limit(times.gte) };
    if (!isWithin(within, time)) return false;
  }
  if (doubles && !isWithin(doubles, value)) return false;
  if (integers && !isWithin(integers, value)) return false;
  if (integers && integers.incl.length > 0 && !integers.incl.includes(value ?? Number.NaN)) return false;
  return !integers?.notIn.includes(value ?? Number.NaN);
}

function isWithin(range: { lt?: number; lte?: number; gt?: number; gte?: number }, value: number | undefined): boolean {
  if (value === undefined)
    return range.lt === undefined && range.lte === undefined && range.gt === undefined && range.gte === undefined;
  if (range.lt !== undefined && !(value < range.lt)) return false;
  if (range.lte !== undefined && !(value <= range.lte)) return false;
  if (range.gt !== undefined && !(value > range.gt)) return false;
  return range.gte === undefined || value >= range.gte;
}
