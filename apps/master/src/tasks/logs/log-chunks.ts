import { type Insertable, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { encodeChunk } from './encoding/log-chunk.ts';
import type { LogLine } from './log-line.ts';
import type { TaskLogChunksTable } from './log-tables.ts';

export const chunkLines = 1_000;
/** A chunk is read whole, so long lines make it shorter. */
const chunkText = 1024 * 1024;

/** A chunk, packed, without its place in a log. */
export type Chunk = Omit<Insertable<TaskLogChunksTable>, 'task_id' | 'first_line' | 'end_line'> & { count: number };

/** How many of the lines from `start` on make the next chunk, and whether it takes no more. */
export function nextChunk(lines: readonly LogLine[], start = 0, atMost = chunkLines): { count: number; full: boolean } {
  let text = 0;
  for (let count = 0; count < atMost; count++) {
    const line = lines[start + count];
    if (line === undefined) return { count, full: false };
    text += line.text.length;
    if (text > chunkText) return { count: Math.max(1, count), full: true };
  }
  return { count: atMost, full: true };
}

/** Packs lines, with what a search can skip them by. */
export async function packChunk(lines: readonly LogLine[]): Promise<Chunk> {
  const distinct = <T>(pick: (line: LogLine) => T | null) => {
    const values = new Set<T>();
    for (const line of lines) {
      const value = pick(line);
      if (value !== null) values.add(value);
    }
    return [...values];
  };
  let min: string | null = null;
  let max: string | null = null;
  for (const { time } of lines) {
    if (time === null) continue;
    if (min === null || time < min) min = time;
    if (max === null || time > max) max = time;
  }
  return {
    count: lines.length,
    min_time: min,
    max_time: max,
    levels: distinct((line) => line.level),
    sources: distinct((line) => line.source),
    stdtypes: distinct((line) => line.stdtype),
    allocation_ids: distinct((line) => line.allocationId),
    agent_ids: distinct((line) => line.agentId),
    container_ids: distinct((line) => line.containerId),
    rank_ids: distinct((line) => line.rankId),
    unranked: lines.some((line) => line.rankId === null),
    ...(await encodeChunk(lines)),
  };
}

/** A chunk in its place: the number of its first line in the log of a task. */
export interface PlacedChunk {
  taskId: string;
  first: number;
  chunk: Chunk;
}

export async function insertChunks(tx: Tx, chunks: readonly PlacedChunk[]): Promise<void> {
  if (chunks.length === 0) return;
  const rows = chunks.map(({ taskId, first, chunk: { count, ...chunk } }) => ({
    ...chunk,
    task_id: taskId,
    first_line: first,
    end_line: first + count,
  }));
  await tx.insertInto('task_log_chunks').values(rows).execute();
}

// Any fixed number: tells these locks from others that hash texts.
const lockSeed = 0x6c6f67;

/** Tries to lock the sealing of logs until the transaction ends: task → lines in chunks, of those that were got. */
export async function tryLockSealing(tx: Tx, taskIds: readonly string[]): Promise<Map<string, number>> {
  if (taskIds.length === 0) return new Map();
  const locks = await sql<{ task_id: string; got: boolean }>`
    select task_id, pg_try_advisory_xact_lock(hashtextextended(task_id, ${lockSeed})) as got
    from unnest(${taskIds}::text[]) task_id`.execute(tx);
  const got = locks.rows.filter((row) => row.got).map((row) => row.task_id);
  // A statement sees what was there when it began: the lock's own may not see what its last holder did.
  const { rows } = await sql<{ task_id: string; sealed: number }>`
    select task_id, ${sealedOf(sql.ref('h.task_id'))} as sealed
    from task_log_heads h where task_id = any(${got})`.execute(tx);
  return new Map(rows.map(({ task_id, sealed }) => [task_id, sealed]));
}

export const sealedOf = (taskId: ReturnType<typeof sql.ref>) => sql<number>`coalesce((
  select end_line from task_log_chunks where task_id = ${taskId} order by end_line desc limit 1), 0)`;

/** Lines of a task that follow each other. */
export interface LineRange {
  taskId: string;
  first: number;
  count: number;
}

/** Takes lines out of tails, which have all of them. */
export async function deleteTails(tx: Tx, ranges: readonly LineRange[]): Promise<void> {
  const column = <K extends keyof LineRange>(name: K) => ranges.map((range) => range[name]);
  const deleted = await sql`delete from task_log_lines l
    using unnest(${column('taskId')}::text[], ${column('first')}::bigint[], ${column('count')}::bigint[])
      v (task_id, first, count)
    where l.task_id = v.task_id and l.n >= v.first and l.n < v.first + v.count`.execute(tx);
  if (Number(deleted.numAffectedRows) !== column('count').reduce((sum, count) => sum + count, 0))
    throw new Error(`lines of task ${column('taskId').join()} went while sealed`);
}
