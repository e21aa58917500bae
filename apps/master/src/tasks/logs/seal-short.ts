import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { deleteTails, insertChunks, type PlacedChunk, packChunk, tryLockSealing } from './log-chunks.ts';
import { readTails } from './log-store.ts';

/** What each tail has a line of that is worth a chunk: one of two or three lines takes more than their rows do. As the index says it. */
export const worthPuttingAway = sql.raw('n % 8 = 7');
/** One line of so many is such a one. */
export const oneIn = 8;

/** What is read together: of the hundreds of tasks that end at once some megabytes at most. */
const short = { lines: 32, bytes: 32 * 1024 };

/**
 * Thousands of tasks may end at once. Those that have never run, and said a line or two, are left as they are; of those that said a
 * word or two more, all tails are put into chunks together. Gives those tasks of which lines are left to be put away.
 */
export async function sealShort(db: Db, taskIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ task_id: string; first: number; isShort: boolean }>`
    select task_id, min(n) as first, count(*) <= ${short.lines} and sum(octet_length(text)) <= ${short.bytes} as "isShort"
    from task_log_lines
    where task_id = any(array(select task_id from task_log_lines where task_id = any(${taskIds}) and ${worthPuttingAway}))
    group by task_id order by task_id`.execute(db);
  if (rows.length === 0) return [];
  const tails = rows.filter(({ isShort }) => isShort);
  const lines = Map.groupBy(
    await readTails(
      db,
      tails.map(({ task_id }) => task_id),
    ),
    ({ taskId }) => taskId,
  );
  const chunks: PlacedChunk[] = [];
  for (const [taskId, tail] of lines) chunks.push({ taskId, first: tail[0]?.n ?? 0, chunk: await packChunk(tail) });
  const sealed = await inTransaction(db, async (tx) => {
    const held = await tryLockSealing(tx, [...lines.keys()]);
    // Another master may be at it, or a post that is stored in chunks itself.
    const placed = chunks.filter(({ taskId, first }) => held.get(taskId) === first);
    await deleteTails(
      tx,
      placed.map(({ chunk: { count }, ...range }) => ({ ...range, count })),
    );
    await insertChunks(tx, placed);
    return new Set(placed.map(({ taskId }) => taskId));
  });
  return rows.map(({ task_id }) => task_id).filter((id) => !sealed.has(id));
}
