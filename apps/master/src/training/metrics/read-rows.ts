import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { mapInTurns, takingTurns } from '#platform/turns.ts';
import { chunkSize, type MetricRow } from './encoding/metric-chunk.ts';
import { rowOfTail, rowsOfChunk, type StoredChunk } from './encoding/stored-rows.ts';
import { isSystemGroup } from './shared/system/system-groups.ts';
import { counts, type Rollback } from './trial-metrics.ts';

/** Chunks read at a time: bounds the memory that a long series needs. */
const windowSize = 8;

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
  return mapInTurns(rows, rowOfTail);
}

// One statement: a chunk that is being replaced must not be seen without its columns.
export const chunkWithColumns = sql`
  select c.id, c.first_id, c.last_id, c.row_count, c.edits, c.axis, c.other_names, c.others, c.batches, k.names, k.lengths, k.data
  from metric_chunks c left join lateral (
    select array_agg(name order by name) as names, array_agg(octet_length(data) order by name) as lengths,
           string_agg(data, ''::bytea order by name) as data
    from metric_columns where chunk_id = c.id) k on true`;

/** Chunks that may hold reports at one of these steps. */
export async function readChunksAt(
  db: Db,
  trialId: number,
  group: string,
  steps: readonly number[],
): Promise<StoredChunk[]> {
  const found = await sql<StoredChunk>`${chunkWithColumns} where c.trial_id = ${trialId} and c.group_name = ${group}
    and exists (select from unnest(${steps}::int[]) step where step between c.min_steps and c.max_steps)
    order by c.first_id`.execute(db);
  return found.rows;
}

/** Reports at these steps that count, in order of arrival. */
export async function readRowsAt(
  db: Db,
  trialId: number,
  group: string,
  steps: readonly number[],
): Promise<MetricRow[]> {
  if (steps.length === 0) return [];
  const rollbacks = (await readRollbacks(db, [trialId])).get(trialId) ?? [];
  const wanted = new Set(steps);
  // The tail first: what is sealed meanwhile is then seen twice, never lost.
  const tail = await db
    .selectFrom('metric_reports')
    .select(['id', 'run_id', 'steps', 'end_time', 'metrics', 'batch_metrics'])
    .where('trial_id', '=', trialId)
    .where('group_name', '=', group)
    .where(sql<boolean>`steps = any(${steps}::int[])`)
    .orderBy('id')
    .execute();
  const rows: MetricRow[] = [];
  const pause = takingTurns();
  for (const chunk of await readChunksAt(db, trialId, group, steps)) {
    rows.push(...(await rowsOfChunk(chunk, { pause, isWanted: (step) => wanted.has(step) })));
  }
  const sealed = new Set(rows.map((row) => row.id));
  const left = tail.filter((row) => !sealed.has(row.id));
  rows.push(...(await mapInTurns(left, rowOfTail)));
  return rows.filter((row) => counts(rollbacks, row.runId, row.steps, group));
}

async function* readChunks(db: Db, trialId: number, group: string, beyond: number): AsyncGenerator<StoredChunk> {
  for (let after = -1; ; ) {
    const found = await sql<StoredChunk>`${chunkWithColumns} where c.trial_id = ${trialId} and c.group_name = ${group}
      and c.first_id > ${after} and c.last_id > ${beyond} order by c.first_id limit ${windowSize}`.execute(db);
    for (const chunk of found.rows) {
      after = chunk.first_id;
      yield chunk;
    }
    if (found.rows.length < windowSize) return;
  }
}

/** Reports that came one after the other, those that count, and the id of the last of all. */
interface Piece {
  rows: MetricRow[];
  lastId: number;
}

async function* readPieces(db: Db, trialId: number, group: string, beyond = -1): AsyncGenerator<Piece> {
  const rollbacks = (await readRollbacks(db, [trialId])).get(trialId) ?? [];
  const standing = (row: MetricRow) => row.id > beyond && counts(rollbacks, row.runId, row.steps, group);
  // The tail first: what is sealed meanwhile is then seen twice, never lost.
  const tail = await readTail(db, trialId, group);
  let lastId = -1;
  const pause = takingTurns();
  for await (const chunk of readChunks(db, trialId, group, beyond)) {
    lastId = chunk.last_id;
    yield { rows: (await rowsOfChunk(chunk, { pause })).filter(standing), lastId };
  }
  yield { rows: tail.filter((row) => row.id > lastId && standing(row)), lastId: Number.POSITIVE_INFINITY };
}

/** All reports of a series that count, or those beyond one, in order of arrival, a chunk at a time. */
export async function* readByArrival(
  db: Db,
  trialId: number,
  group: string,
  beyond?: number,
): AsyncGenerator<MetricRow[]> {
  for await (const { rows } of readPieces(db, trialId, group, beyond)) yield rows;
}

/**
 * All reports of a series that count, in order of their steps, some hundred at a time. Only those are held back that
 * some later report goes before.
 */
export async function* readBySteps(db: Db, trialId: number, group: string): AsyncGenerator<MetricRow[]> {
  const ahead = await stepsAhead(db, trialId, group);
  const held: MetricRow[] = [];
  for await (const { rows, lastId } of readPieces(db, trialId, group)) {
    held.push(...rows);
    while (ahead.length > 0 && (ahead.at(-1)?.lastId ?? 0) <= lastId) ahead.pop();
    const least = ahead.at(-1)?.least ?? Number.POSITIVE_INFINITY;
    held.sort(bySteps);
    const first = held.findIndex((row) => row.steps > least);
    const ready = held.splice(0, first < 0 ? held.length : first);
    for (let from = 0; from < ready.length; from += chunkSize) yield ready.slice(from, from + chunkSize);
  }
}

function bySteps(left: MetricRow, right: MetricRow): number {
  return left.steps - right.steps || left.id - right.id;
}

/** The pieces of a series, the last one first: where each ends, and the least step in it and all after it. */
async function stepsAhead(db: Db, trialId: number, group: string): Promise<{ lastId: number; least: number }[]> {
  const found = await sql<{ last_id: number; least: number }>`
    select last_id, min_steps as least from metric_chunks where trial_id = ${trialId} and group_name = ${group}
    union all
    select 'Infinity'::float8, min(steps) from metric_reports
      where trial_id = ${trialId} and group_name = ${group} having count(*) > 0
    order by 1 desc`.execute(db);
  let least = Number.POSITIVE_INFINITY;
  return found.rows.map((piece) => {
    least = Math.min(least, piece.least);
    return { lastId: piece.last_id, least };
  });
}

/** Groups that a trial has reported of its training, in bytewise order. */
export async function groupsOf(db: Db, trialId: number): Promise<string[]> {
  const found = await db
    .selectFrom('metric_reports')
    .select('group_name')
    .where('trial_id', '=', trialId)
    .union(db.selectFrom('metric_chunks').select('group_name').where('trial_id', '=', trialId))
    .orderBy('group_name')
    .execute();
  return found.map((row) => row.group_name).filter((group) => !isSystemGroup(group));
}
