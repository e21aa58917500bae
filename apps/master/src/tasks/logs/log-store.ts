import { sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { readText, storedText } from './encoding/stored-text.ts';
import { insertChunks, type PlacedChunk, sealedOf } from './log-chunks.ts';
import type { NumberedLine } from './log-line.ts';
import { linesAppended } from './shared/log-events.ts';

export interface LogHead {
  /** Upper half of the lines' ids. */
  ordinal: number;
  /** Lines there are, and how many of them are in chunks. */
  lines: number;
  sealed: number;
}

/** Undefined while a task has no lines. */
export async function readHead(db: Db, taskId: string): Promise<LogHead | undefined> {
  const { rows } = await sql<LogHead>`
    select ordinal, lines, ${sealedOf(sql.ref('h.task_id'))} as sealed
    from task_log_heads h where task_id = ${taskId}`.execute(db);
  return rows[0];
}

/** Locks the logs of a task until the transaction ends; gives the number of its next line. */
export async function lockHead(tx: Tx, taskId: string): Promise<number> {
  return (await lockHeads(tx, [taskId])).get(taskId) ?? 0;
}

/** The same for some tasks: task → number of its next line. */
export async function lockHeads(tx: Tx, taskIds: readonly string[]): Promise<Map<string, number>> {
  const heads = new Map<string, number>();
  const lock = async (ids: readonly string[]) => {
    const asked = tx
      .selectFrom('task_log_heads')
      .select(['task_id', 'lines'])
      .where('task_id', '=', (eb) => eb.fn.any(eb.val(ids)))
      .orderBy('task_id');
    const rows = await lockRows(tx, 'log', asked, { key: 'task_id', part: 'task_id' });
    for (const row of rows) heads.set(row.task_id, row.lines);
  };
  await lock(taskIds);
  const missing = taskIds.filter((id) => !heads.has(id));
  if (missing.length === 0) return heads;
  // What a transaction has made itself nobody else sees.
  const made = await sql<{ task_id: string }>`insert into task_log_heads (task_id) select unnest(${missing}::text[])
    on conflict do nothing returning task_id`.execute(tx);
  for (const { task_id } of made.rows) heads.set(task_id, 0);
  const others = missing.filter((id) => !heads.has(id));
  if (others.length > 0) await lock(others);
  return heads;
}

/** Locks what nobody else holds of these tasks' logs: task → number of its next line. */
export async function lockFreeHeads(tx: Tx, taskIds: readonly string[]): Promise<Map<string, number>> {
  const asked = tx.selectFrom('task_log_heads').select(['task_id', 'lines']).where('task_id', 'in', taskIds);
  const rows = await lockRows(tx, 'log', asked, { key: 'task_id', part: 'task_id', free: true });
  return new Map(rows.map((row) => [row.task_id, row.lines]));
}

type TaskLine = NumberedLine & { taskId: string };

/**
 * Adds lines to logs that are locked by this transaction, and says so once it is committed. Those in chunks come before
 * those that are not: the caller has locked the sealing, too, and nothing is in the tail before a chunk.
 */
export async function insertLines(
  tx: Tx,
  lines: readonly TaskLine[],
  chunks: readonly PlacedChunk[] = [],
): Promise<void> {
  if (lines.length === 0 && chunks.length === 0) return;
  await insertChunks(tx, chunks);
  await insertTail(tx, lines);
  const added = new Map<string, { end: number; unsealed: number }>();
  for (const { taskId, first, chunk } of chunks) added.set(taskId, { end: first + chunk.count, unsealed: 0 });
  for (const { taskId, n } of lines)
    added.set(taskId, { end: n + 1, unsealed: (added.get(taskId)?.unsealed ?? 0) + 1 });
  await sql`
    update task_log_heads h set lines = v.lines
    from unnest(${[...added.keys()]}::text[], ${[...added.values()].map(({ end }) => end)}::bigint[])
      as v (task_id, lines)
    where h.task_id = v.task_id`.execute(tx);
  for (const [taskId, { unsealed }] of added) publish(tx, linesAppended, { taskId, unsealed });
}

async function insertTail(tx: Tx, lines: readonly TaskLine[]): Promise<void> {
  if (lines.length === 0) return;
  const column = <T>(pick: (line: TaskLine) => T) => lines.map(pick);
  await sql`
    insert into task_log_lines
      (task_id, n, allocation_id, container_id, agent_id, rank_id, time, level, source, stdtype, text)
    select * from unnest(
      ${column((line) => line.taskId)}::text[], ${column((line) => line.n)}::bigint[],
      ${column((line) => line.allocationId)}::text[], ${column((line) => line.containerId)}::text[],
      ${column((line) => line.agentId)}::text[], ${column((line) => line.rankId)}::integer[],
      ${column((line) => line.time)}::timestamptz[], ${column((line) => line.level)}::text[],
      ${column((line) => line.source)}::text[], ${column((line) => line.stdtype)}::text[],
      ${column((line) => storedText(line.text))}::text[])`.execute(tx);
}

/** All lines of tasks that are not in chunks; these are known to be few and short. */
export async function readTails(db: Db, taskIds: readonly string[]): Promise<TaskLine[]> {
  const { rows } = await sql<TaskLine>`
    select task_id as "taskId", ${lineColumns} from task_log_lines
    where task_id = any(${taskIds}) order by task_id, n`.execute(db);
  return rows.map(readLine);
}

export interface Offset {
  allocationId: string;
  taskId: string;
  /** Number of the line that its runner has to send next. */
  next: number;
}

/** How many lines of each allocation's runner are stored; absent for none. Its task's logs are locked by the caller. */
export async function readOffsets(tx: Tx, allocationIds: readonly string[]): Promise<Map<string, Offset>> {
  if (allocationIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('task_log_offsets')
    .select(['allocation_id as allocationId', 'task_id as taskId', 'next_line as next'])
    .where('allocation_id', 'in', allocationIds)
    .execute();
  return new Map(rows.map((row) => [row.allocationId, row]));
}

export async function saveOffsets(tx: Tx, offsets: readonly Offset[]): Promise<void> {
  if (offsets.length === 0) return;
  await sql`
    insert into task_log_offsets (allocation_id, task_id, next_line)
    select * from unnest(
      ${offsets.map((one) => one.allocationId)}::text[], ${offsets.map((one) => one.taskId)}::text[],
      ${offsets.map((one) => one.next)}::bigint[])
    on conflict (allocation_id) do update set next_line = excluded.next_line`.execute(tx);
}

/** Bytes of text that are read at once, so that long lines do not fill the memory. */
const pageBytes = 4 * 1024 * 1024;

const lineColumns = sql.raw(`n, allocation_id as "allocationId", container_id as "containerId", agent_id as "agentId",
  rank_id as "rankId", time, level, source, stdtype, text`);

const readLine = <Line extends NumberedLine>(line: Line): Line => ({ ...line, text: readText(line.text) });

/** Lines that are not in chunks, from line `at` on (or from there back), at most `count` of them and some megabytes. */
export async function readTail(
  db: Db,
  taskId: string,
  { at, count, descending = false }: { at: number; count: number; descending?: boolean },
): Promise<NumberedLine[]> {
  const order = descending ? sql`desc` : sql`asc`;
  const range = descending ? sql`n <= ${at}` : sql`n >= ${at}`;
  const { rows } = await sql<NumberedLine>`
    select ${lineColumns}
    from (
      select *, sum(octet_length(text)) over (order by n ${order}) - octet_length(text) as before
      from (select * from task_log_lines where task_id = ${taskId} and ${range} order by n ${order} limit ${count}) page
    ) sized
    where before < ${pageBytes} order by n ${order}`.execute(db);
  return rows.map(readLine);
}
