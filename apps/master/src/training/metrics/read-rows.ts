import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { chunkSize, decodeChunk, type MetricRow } from './encoding/metric-chunk.ts';
import { microsOf } from './report-time.ts';
import type { JsonValue, MetricValues } from './shared/metric-values.ts';
import { counts, type Rollback } from './trial-metrics.ts';

/** Chunks read at a time: bounds the memory that a long series needs. */
const windowSize = 8;
const pageSize = 1000;

export async function readRollbacks(db: Db, trialIds: readonly number[]): Promise<Map<number, Rollback[]>> {
  const marks = await db
    .selectFrom('metric_rollbacks')
    .select(['trial_id', 'run_id', 'steps', 'partition'])
    .where('trial_id', 'in', trialIds.length > 0 ? [...trialIds] : [-1])
    .execute();
  const byTrial = new Map<number, Rollback[]>();
  for (const mark of marks) {
    const list = byTrial.get(mark.trial_id) ?? [];
    list.push({ runId: mark.run_id, steps: mark.steps, partition: mark.partition });
    byTrial.set(mark.trial_id, list);
  }
  return byTrial;
}

export async function readTail(db: Db, trialId: number, group: string): Promise<MetricRow[]> {
  const rows = await db
    .selectFrom('metric_reports')
    .select(['id', 'run_id', 'steps', 'end_time', 'metrics', 'batch_metrics'])
    .where('trial_id', '=', trialId)
    .where('group_name', '=', group)
    .orderBy('id')
    .execute();
  return rows.map(rowOfTail);
}

export function rowOfTail(row: {
  id: number;
  run_id: number;
  steps: number;
  end_time: string;
  metrics: string;
  batch_metrics: string | null;
}): MetricRow {
  return {
    id: row.id,
    runId: row.run_id,
    steps: row.steps,
    time: microsOf(row.end_time),
    // The writer stores a JSON object and a JSON list.
    values: JSON.parse(row.metrics) as MetricValues,
    batchMetrics: row.batch_metrics === null ? null : (JSON.parse(row.batch_metrics) as JsonValue[]),
  };
}

interface StoredChunk {
  id: number;
  first_id: number;
  row_count: number;
  edits: number;
  axis: Buffer;
  other_names: string[];
  others: Buffer | null;
  batches: Buffer | null;
  names: string[] | null;
  lengths: number[] | null;
  data: Buffer | null;
}

// One statement: a chunk that is being replaced must not be seen without its columns.
const chunkWithColumns = sql`
  select c.id, c.first_id, c.row_count, c.edits, c.axis, c.other_names, c.others, c.batches, k.names, k.lengths, k.data
  from metric_chunks c left join lateral (
    select array_agg(name order by name) as names, array_agg(octet_length(data) order by name) as lengths,
           string_agg(data, ''::bytea order by name) as data
    from metric_columns where chunk_id = c.id) k on true`;

export function rowsOfChunk(chunk: StoredChunk): MetricRow[] {
  const columns = splitColumns(chunk).map(({ name, data }) => ({ name, data, rollup: Buffer.alloc(0) }));
  return decodeChunk({
    rows: chunk.row_count,
    axis: chunk.axis,
    columns,
    otherNames: chunk.other_names,
    others: chunk.others,
    batches: chunk.batches,
  });
}

/** Columns that came as one piece: names, lengths, and the bytes one after the other. */
export function splitColumns(row: {
  names: string[] | null;
  lengths: number[] | null;
  data: Buffer | null;
}): { name: string; data: Buffer }[] {
  let at = 0;
  return (row.names ?? []).map((name, index) => {
    const from = at;
    at += row.lengths?.[index] ?? 0;
    return { name, data: row.data?.subarray(from, at) ?? Buffer.alloc(0) };
  });
}

/** The newest chunk of a series when it is not full yet. */
export async function readOpenChunk(db: Db, trialId: number, group: string): Promise<StoredChunk | undefined> {
  const found = await sql<StoredChunk>`${chunkWithColumns} where c.id = (
    select id from metric_chunks where trial_id = ${trialId} and group_name = ${group} order by first_id desc limit 1)
    and c.row_count < ${chunkSize}`.execute(db);
  return found.rows[0];
}

/** Chunks that hold reports at a step. */
export async function readChunksAt(db: Db, trialId: number, group: string, steps: number): Promise<StoredChunk[]> {
  const found = await sql<StoredChunk>`${chunkWithColumns} where c.trial_id = ${trialId} and c.group_name = ${group}
    and c.min_steps <= ${steps} and c.max_steps >= ${steps} order by c.first_id`.execute(db);
  return found.rows;
}

async function* readChunks(db: Db, trialId: number, group: string): AsyncGenerator<MetricRow[]> {
  for (let after = -1; ; ) {
    const found = await sql<StoredChunk>`${chunkWithColumns} where c.trial_id = ${trialId} and c.group_name = ${group}
      and c.first_id > ${after} order by c.first_id limit ${windowSize}`.execute(db);
    for (const chunk of found.rows) {
      after = chunk.first_id;
      yield rowsOfChunk(chunk);
    }
    if (found.rows.length < windowSize) return;
  }
}

/** All reports of a series that count, in order of arrival, some hundred at a time. */
export async function* readByArrival(db: Db, trialId: number, group: string): AsyncGenerator<MetricRow[]> {
  const rollbacks = (await readRollbacks(db, [trialId])).get(trialId) ?? [];
  const standing = (row: MetricRow) => counts(rollbacks, row.runId, row.steps, group);
  // The tail first: what is sealed meanwhile is then seen twice, never lost.
  const tail = await readTail(db, trialId, group);
  let last = -1;
  for await (const rows of readChunks(db, trialId, group)) {
    last = Math.max(last, rows.at(-1)?.id ?? -1);
    yield rows.filter(standing);
  }
  yield tail.filter((row) => row.id > last && standing(row));
}

/** All reports of a series that count, in order of their steps, by the thousand. */
export async function* readBySteps(db: Db, trialId: number, group: string): AsyncGenerator<MetricRow[]> {
  const page: MetricRow[] = [];
  if (await isInOrder(db, trialId, group)) {
    for await (const rows of readByArrival(db, trialId, group)) {
      page.push(...rows.sort(bySteps));
      while (page.length >= pageSize) yield page.splice(0, pageSize);
    }
  } else {
    for await (const rows of readByArrival(db, trialId, group)) page.push(...rows);
    page.sort(bySteps);
    while (page.length > pageSize) yield page.splice(0, pageSize);
  }
  if (page.length > 0) yield page;
}

function bySteps(left: MetricRow, right: MetricRow): number {
  return left.steps - right.steps || left.id - right.id;
}

/** True when chunks follow each other by steps, so that a series can be read piece by piece. */
async function isInOrder(db: Db, trialId: number, group: string): Promise<boolean> {
  const found = await sql<{ broken: boolean }>`
    with pieces as (
      select first_id, min_steps, max_steps from metric_chunks where trial_id = ${trialId} and group_name = ${group}
      union all
      select min(id), min(steps), max(steps) from metric_reports
      where trial_id = ${trialId} and group_name = ${group} having count(*) > 0)
    select exists (
      select from (select min_steps, lag(max_steps) over (order by first_id) as before from pieces) p
      where p.min_steps < p.before) as broken`.execute(db);
  return found.rows[0]?.broken === false;
}

/** Groups that a trial has reported, in bytewise order. */
export async function groupsOf(db: Db, trialId: number): Promise<string[]> {
  const found = await db
    .selectFrom('metric_reports')
    .select('group_name')
    .where('trial_id', '=', trialId)
    .union(db.selectFrom('metric_chunks').select('group_name').where('trial_id', '=', trialId))
    .orderBy('group_name')
    .execute();
  return found.map((row) => row.group_name);
}
