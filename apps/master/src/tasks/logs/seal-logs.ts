import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { KeyedWork } from '#platform/keyed-work.ts';
import { type Master, perMaster } from '#platform/master.ts';
import { encodeChunk } from './encoding/log-chunk.ts';
import type { NumberedLine } from './log-line.ts';
import { readHead, readTail } from './log-store.ts';
import { linesAppended } from './shared/log-events.ts';

export const chunkLines = 1_000;
/** A chunk is read whole, so long lines make it shorter. */
const chunkText = 1024 * 1024;
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
    const lines = fullChunk(await readTail(db, taskId, { at: head.sealed, count: chunkLines }), all);
    if (lines.length === 0 || lines[0]?.n !== head.sealed) return moved;
    const chunk = { ...factsOf(lines), task_id: taskId, data: await encodeChunk(lines) };
    const done = await inTransaction(db, async (tx) => {
      // Another master may be at it.
      const lock = await sql<{ got: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${taskId}, ${lockSeed})) as got`.execute(tx);
      if (!lock.rows[0]?.got || (await readHead(tx, taskId))?.sealed !== chunk.first_line) return false;
      const deleted = await tx
        .deleteFrom('task_log_lines')
        .where('task_id', '=', taskId)
        .where('n', '>=', chunk.first_line)
        .where('n', '<', chunk.end_line)
        .executeTakeFirst();
      if (Number(deleted.numDeletedRows) !== lines.length) throw new Error(`lines of task ${taskId} went while sealed`);
      await tx.insertInto('task_log_chunks').values(chunk).execute();
      return true;
    });
    if (!done) return moved;
    moved += lines.length;
  }
  return moved;
}

// Any fixed number: tells these locks from others that hash texts.
const lockSeed = 0x6c6f67;

/** The lines of the next chunk; none while there are too few. */
function fullChunk(lines: readonly NumberedLine[], all: boolean): readonly NumberedLine[] {
  let text = 0;
  for (const [index, line] of lines.entries()) {
    text += line.text.length;
    if (text > chunkText) return lines.slice(0, Math.max(1, index));
  }
  return all || lines.length === chunkLines ? lines : [];
}

function factsOf(lines: readonly NumberedLine[]) {
  const distinct = <T>(pick: (line: NumberedLine) => T | null) => [
    ...new Set(lines.map(pick).filter((value) => value !== null)),
  ];
  const times = distinct((line) => line.time).sort();
  const first = lines[0]?.n ?? 0;
  return {
    first_line: first,
    end_line: first + lines.length,
    min_time: times[0] ?? null,
    max_time: times.at(-1) ?? null,
    levels: distinct((line) => line.level),
    sources: distinct((line) => line.source),
    stdtypes: distinct((line) => line.stdtype),
    allocation_ids: distinct((line) => line.allocationId),
    agent_ids: distinct((line) => line.agentId),
    container_ids: distinct((line) => line.containerId),
    rank_ids: distinct((line) => line.rankId),
    unranked: lines.some((line) => line.rankId === null),
  };
}

/** Seals logs in the background, one at a time: long tails when they have grown, the rest when their task has ended. */
export class SealingJob {
  private readonly db: Db;
  /** Tasks to seal, and whether wholly. */
  private readonly work: KeyedWork<{ taskId: string; all: boolean }>;
  /** Lines since the last sealing, as far as this master has seen them. */
  private readonly seen = new Map<string, number>();

  constructor(db: Db, onError: (error: unknown) => void) {
    this.db = db;
    this.work = new KeyedWork(({ taskId, all }) => sealTask(db, taskId, all, () => this.work.stopped), onError);
  }

  noteLines(taskId: string, count: number): void {
    const seen = (this.seen.get(taskId) ?? 0) + count;
    this.seen.set(taskId, seen);
    if (seen >= chunkLines) this.ask(taskId, false);
  }

  ask(taskId: string, all: boolean): void {
    this.seen.delete(taskId);
    this.work.ask(taskId, { taskId, all: all || this.work.waiting(taskId)?.all === true });
  }

  /** Looks through the tails from time to time. */
  start(master: Master): void {
    this.work.lookEvery(scanEveryMs, master, () => this.scan());
  }

  async scan(): Promise<void> {
    const found = await sql<{ task_id: string; ended: boolean }>`
      select l.task_id, t.end_time is not null as ended
      from (select task_id, count(*) as count from task_log_lines group by task_id) l
      join tasks t on t.id = l.task_id
      where l.count >= ${chunkLines} or t.end_time < now() - make_interval(secs => ${graceSeconds})`.execute(this.db);
    for (const row of found.rows) this.ask(row.task_id, row.ended);
    await this.work.idle();
  }

  /** Ends after the chunk that is under way. */
  async stop(): Promise<void> {
    await this.work.stop();
  }
}

export const logSealing = perMaster((master: Master) => {
  const job = new SealingJob(master.db, (error) => master.log.warn({ err: error }, 'sealing logs failed'));
  master.bus.subscribe(linesAppended, ({ taskId, count }) => job.noteLines(taskId, count));
  master.onStop(() => job.stop());
  return job;
});
