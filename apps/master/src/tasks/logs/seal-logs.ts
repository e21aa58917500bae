import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { KeyedWork } from '#platform/keyed-work.ts';
import { type Master, perMaster } from '#platform/master.ts';
import { chunkLines, deleteTails, insertChunks, nextChunk, packChunk, tryLockSealing } from './log-chunks.ts';
import { readHead, readTail } from './log-store.ts';
import { oneIn, sealShort, worthPuttingAway } from './seal-short.ts';
import { linesAppended } from './shared/log-events.ts';

const scanEveryMs = 60_000;
/** The last lines of an ended task may come late. */
const graceSeconds = 10;

/**
 * Moves the oldest lines of a task from the tail into chunks: full ones only, or with `all` the rest as well. Each
 * chunk takes the place of its lines in one transaction, which locks nothing that posts need. Gives the number of lines
 * moved.
 */
export async function sealTask(db: Db, taskId: string, all: boolean, stopped = () => false): Promise<number> {
  let moved = 0;
  while (!stopped()) {
    const head = await readHead(db, taskId);
    if (!head) return moved;
    const tail = await readTail(db, taskId, { at: head.sealed, count: chunkLines });
    const { count, full } = nextChunk(tail);
    if (count === 0 || !(full || all) || tail[0]?.n !== head.sealed) return moved;
    const lines = tail.slice(0, count);
    const chunk = await packChunk(lines);
    const done = await inTransaction(db, async (tx) => {
      // Another master may be at it, or a post that is stored in chunks itself.
      if ((await tryLockSealing(tx, [taskId])).get(taskId) !== head.sealed) return false;
      await deleteTails(tx, [{ taskId, first: head.sealed, count }]);
      await insertChunks(tx, [{ taskId, first: head.sealed, chunk }]);
      return true;
    });
    if (!done) return moved;
    moved += count;
  }
  return moved;
}

/** Seals logs in the background, one at a time: long tails when they have grown, what is worth it of the rest when their task has ended. */
export class SealingJob {
  private readonly db: Db;
  /** Tasks to seal, and whether wholly. */
  private readonly work: KeyedWork<{ taskIds: readonly string[]; all: boolean }>;
  /** Lines since the last sealing, as far as this master has seen them. */
  private readonly seen = new Map<string, number>();

  constructor(db: Db, onError: (error: unknown) => void) {
    this.db = db;
    this.work = new KeyedWork(async ({ taskIds, all }) => {
      const tails = all ? await sealShort(db, taskIds) : taskIds;
      for (const id of tails) if (!this.work.stopped) await sealTask(db, id, all, () => this.work.stopped);
    }, onError);
  }

  noteLines(taskId: string, count: number): void {
    const seen = (this.seen.get(taskId) ?? 0) + count;
    this.seen.set(taskId, seen);
    if (seen >= chunkLines) this.ask([taskId], false);
  }

  ask(taskIds: readonly string[], all: boolean): void {
    for (const id of taskIds) this.seen.delete(id);
    const key = taskIds.join();
    this.work.ask(key, { taskIds, all: all || this.work.waiting(key)?.all === true });
  }

  /** Looks through the tails from time to time. */
  start(master: Master): void {
    this.work.lookEvery(scanEveryMs, master, () => this.scan());
  }

  async scan(): Promise<void> {
    const found = await sql<{ task_id: string; ended: boolean }>`
      select l.task_id, t.end_time is not null as ended
      from (select task_id, count(*) as count from task_log_lines where ${worthPuttingAway} group by task_id) l
      join tasks t on t.id = l.task_id
      where l.count >= ${chunkLines / oneIn} or t.end_time < now() - make_interval(secs => ${graceSeconds})`.execute(
      this.db,
    );
    for (const row of found.rows) this.ask([row.task_id], row.ended);
    await this.work.idle();
  }

  /** Ends after the chunk that is under way. */
  async stop(): Promise<void> {
    await this.work.stop();
  }
}

export const logSealing = perMaster((master: Master) => {
  const job = new SealingJob(master.db, (error) => master.log.warn({ err: error }, 'sealing logs failed'));
  master.bus.subscribe(linesAppended, ({ taskId, unsealed }) => job.noteLines(taskId, unsealed));
  master.onStop(() => job.stop());
  return job;
});
