import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { takingTurns } from '#platform/turns.ts';
import { decodeAxis, decodeColumn, decodeOthers, decodePlaces } from './encoding/metric-chunk.ts';
import { splitColumns } from './encoding/stored-rows.ts';
import { readRollbacks } from './read-rows.ts';
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

interface Wanted {
  trialIds: readonly number[];
  group: string;
  names: readonly string[];
  range: StepRange;
  rollbacks: ReadonlyMap<number, Rollback[]>;
}

/** Reads only the named columns of the trials' chunks. Trials without such reports are left out. */
export async function readColumns(
  db: Db,
  trialIds: readonly number[],
  group: string,
  names: readonly string[],
  range: StepRange = everything,
): Promise<Map<number, SeriesColumns>> {
  const wanted = { trialIds, group, names, range, rollbacks: await readRollbacks(db, trialIds) };
  // The tail first: what is sealed meanwhile is then seen twice, never lost.
  const tail = await readTail(db, wanted);
  const sealed = await readChunks(db, wanted);
  const result = new Map<number, SeriesColumns>();
  for (const trialId of new Set(trialIds)) {
    const series = sealed.get(trialId) ?? new Series(names.length);
    const last = series.lastId;
    for (const { id, steps, time, values } of tail.get(trialId) ?? []) {
      if (id > last) series.add(steps, time, values);
    }
    if (series.steps.length > 0) result.set(trialId, series.inOrder());
  }
  return result;
}

/** A series as it is put together, in order of arrival. */
class Series {
  readonly steps: number[] = [];
  readonly times: number[] = [];
  readonly values: (JsonValue | undefined)[][];
  lastId = -1;
  private sorted = true;

  constructor(width: number) {
    this.values = Array.from({ length: width }, () => []);
  }

  add(steps: number, time: number, values: readonly (JsonValue | undefined)[]): void {
    const before = this.steps.at(-1);
    if (before !== undefined && before > steps) this.sorted = false;
    this.steps.push(steps);
    this.times.push(time);
    for (let column = 0; column < values.length; column += 1) this.values[column]?.push(values[column]);
  }

  inOrder(): SeriesColumns {
    const { steps, times, values } = this;
    if (this.sorted) return { steps, times, values };
    // The sort is stable: of equal steps the order of arrival stays.
    const order = Array.from(steps.keys()).sort((left, right) => (steps[left] ?? 0) - (steps[right] ?? 0));
    const pick = <T>(column: readonly T[]) => order.map((row) => column[row] as T);
    return { steps: pick(steps), times: pick(times), values: values.map(pick) };
  }
}

interface TailPoint {
  id: number;
  steps: number;
  time: number;
  values: (JsonValue | undefined)[];
}

async function readTail(
  db: Db,
  { trialIds, group, names, range, rollbacks }: Wanted,
): Promise<Map<number, TailPoint[]>> {
  const found = await sql<{
    id: number;
    trial_id: number;
    run_id: number;
    steps: number;
    end_time: string;
    metrics: string;
  }>`select id, trial_id, run_id, steps, end_time, ${names.length === 0 ? sql`'{}'` : sql.ref('metrics')} as metrics from metric_reports
     where trial_id = any(${trialIds}::int[]) and group_name = ${group} and steps between ${range.from} and ${range.to}
     order by id`.execute(db);
  const byTrial = new Map<number, TailPoint[]>();
  const pause = takingTurns();
  for (const row of found.rows) {
    await pause();
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

interface ColumnChunk {
  trial_id: number;
  last_id: number;
  row_count: number;
  axis: Buffer;
  others: Buffer | null;
  names: string[] | null;
  lengths: number[] | null;
  data: Buffer | null;
}

async function readChunks(db: Db, wanted: Wanted): Promise<Map<number, Series>> {
  const { trialIds, group, names, range } = wanted;
  // One statement: a chunk that is being replaced must not be seen without its columns.
  const found = await sql<ColumnChunk>`
    select c.trial_id, c.last_id, c.row_count, c.axis,
      case when c.other_names && ${names}::text[] then c.others end as others, k.names, k.lengths, k.data
    from metric_chunks c left join lateral (
      select array_agg(name order by name) as names, array_agg(octet_length(data) order by name) as lengths,
             string_agg(data, ''::bytea order by name) as data
      from metric_columns where chunk_id = c.id and name = any(${names}::text[])) k on true
    where c.trial_id = any(${trialIds}::int[]) and c.group_name = ${group}
      and c.max_steps >= ${range.from} and c.min_steps <= ${range.to}
    order by c.trial_id, c.first_id`.execute(db);
  const byTrial = new Map<number, Series>();
  const pause = takingTurns();
  for (const chunk of found.rows) {
    const series = byTrial.get(chunk.trial_id) ?? new Series(names.length);
    byTrial.set(chunk.trial_id, series);
    await addChunk(series, chunk, wanted, pause);
    series.lastId = Math.max(series.lastId, chunk.last_id);
  }
  return byTrial;
}

/** Read without letting others have their turn. */
const rowsAtOnce = 32;

async function addChunk(
  series: Series,
  chunk: ColumnChunk,
  { names, range, rollbacks, group }: Wanted,
  pause: () => Promise<void> | undefined,
): Promise<void> {
  const marks = rollbacks.get(chunk.trial_id);
  const places = decodePlaces(chunk.axis, chunk.row_count);
  const runs = marks && decodeAxis(chunk.axis, chunk.row_count).runs;
  const columns: { place: number; numbers: ReturnType<typeof decodeColumn> }[] = [];
  for (const { name, data } of splitColumns(chunk)) {
    columns.push({ place: names.indexOf(name), numbers: decodeColumn(data, chunk.row_count) });
    await pause();
  }
  const others = new Map(decodeOthers(chunk.others));
  const values: (JsonValue | undefined)[] = new Array(names.length).fill(undefined);
  for (let row = 0; row < chunk.row_count; row += 1) {
    if (row % rowsAtOnce === 0) await pause();
    const steps = places.steps[row] ?? 0;
    if (steps < range.from || steps > range.to) continue;
    if (marks && !counts(marks, runs?.[row] ?? 0, steps, group)) continue;
    values.fill(undefined);
    for (const { place, numbers } of columns) {
      const number = numbers[row];
      if (number !== undefined) values[place] = wireNumber(number);
    }
    const rest = others.get(row);
    if (rest) {
      names.forEach((name, place) => {
        if (Object.hasOwn(rest, name)) values[place] = rest[name];
      });
    }
    series.add(steps, places.times[row] ?? 0, values);
  }
}
