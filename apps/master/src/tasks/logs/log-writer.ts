import { notFound } from '@determined/contract/errors.ts';
import { isTransient } from '#platform/db/connect.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { inTransaction, sqlState } from '#platform/db/transaction.ts';
import type { Master } from '#platform/master.ts';
import { perMaster } from '#platform/master.ts';
import { AddedLines, packLarge } from './added-lines.ts';
import type { PolicyMatch } from './line-policies.ts';
import type { Chunk } from './log-chunks.ts';
import type { LogLine } from './log-line.ts';
import { lockFreeHeads, lockHead, readOffsets, saveOffsets } from './log-store.ts';
import { savePolicyMatches } from './policy-match-store.ts';
import { masterLine } from './shared/append-master-line.ts';

export interface LogPost {
  taskId: string;
  lines: readonly LogLine[];
  /** The allocation whose runner counts its lines, and the number of the first of these. */
  counted?: { allocationId: string; offset: number };
  /** Which of the lines matched the task's log policies, and when that was seen. */
  matched?: { matches: readonly PolicyMatch[]; at: Date };
}

interface Waiting {
  post: LogPost;
  /** All its lines; none of a small post. */
  chunks: readonly Chunk[];
  resolve(next: number): void;
  reject(error: unknown): void;
}

const gatherMs = 5;
const mostLines = 5_000;
const chunkRows = 100;

/**
 * Group commit: posts that arrive within some milliseconds, or while a transaction runs, are stored in one, and each is
 * acknowledged when it is committed. A log that another transaction is writing to is waited for alone: nobody who
 * holds one log waits here for another.
 */
export class LogWriter {
  private readonly db: Db;
  private waiting: Waiting[] = [];
  private busy = false;

  constructor(db: Db) {
    this.db = db;
  }

  /** Resolves once the lines are committed, for a counted post with the number of the runner's next line. */
  async write(post: LogPost): Promise<number> {
    // Before it stands in the queue: nobody waits for another's packing.
    const chunks = await packLarge(post.lines);
    return new Promise((resolve, reject) => {
      this.waiting.push({ post, chunks, resolve, reject });
      if (this.busy) return;
      this.busy = true;
      setTimeout(() => void this.drain(), gatherMs);
    });
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.busy) await new Promise((resolve) => setTimeout(resolve, gatherMs));
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      let lines = 0;
      let count = 0;
      while (count < this.waiting.length && (count === 0 || lines < mostLines)) lines += rowsOf(this.waiting[count++]);
      await this.commit(this.waiting.splice(0, count));
    }
    this.busy = false;
  }

  private async commit(batch: readonly Waiting[]): Promise<void> {
    const byTask = Map.groupBy(batch, ({ post }) => post.taskId);
    let stored = new Map<Waiting, number>();
    try {
      stored = await inTransaction(this.db, async (tx) =>
        store(tx, batch, await lockFreeHeads(tx, [...byTask.keys()])),
      );
    } catch (error) {
      // One task's trouble must not cost the others theirs: each is tried alone below. The database's is everybody's.
      if (isTransient(error)) return refuse(batch, error);
    }
    for (const [one, next] of stored) one.resolve(next);
    for (const [taskId, posts] of byTask) {
      const left = posts.filter((one) => !stored.has(one));
      if (left.length > 0) await this.commitTask(taskId, left);
    }
  }

  private async commitTask(taskId: string, posts: readonly Waiting[]): Promise<void> {
    try {
      const stored = await inTransaction(this.db, async (tx) =>
        store(tx, posts, new Map([[taskId, await lockHead(tx, taskId)]])),
      );
      for (const [one, next] of stored) one.resolve(next);
    } catch (error) {
      // The task was deleted meanwhile.
      if (sqlState(error) === '23503') refuse(posts, notFound('task', taskId));
      else if (posts.length === 1 || isTransient(error)) refuse(posts, error);
      // Nor must one post's trouble cost the others of its task theirs: a runner gives up lines that are refused.
      else for (const one of posts) await this.commitTask(taskId, [one]);
    }
  }
}

/** What a post adds to a transaction, in rows of lines: a chunk is one row, of the size of many. */
const rowsOf = (one: Waiting | undefined): number =>
  one && one.chunks.length > 0 ? one.chunks.length * chunkRows : (one?.post.lines.length ?? 0);

function refuse(posts: readonly Waiting[], reason: unknown): void {
  for (const { reject } of posts) reject(reason);
}

/** Stores the posts whose logs are locked; `heads` holds the number of each one's next line. */
async function store(tx: Tx, posts: readonly Waiting[], heads: Map<string, number>): Promise<Map<Waiting, number>> {
  const locked = posts.filter(({ post }) => heads.has(post.taskId));
  const counted = locked.flatMap(({ post }) => post.counted?.allocationId ?? []);
  const offsets = await readOffsets(tx, [...new Set(counted)]);
  const added = new AddedLines(heads);
  const next = new Map<Waiting, number>();
  for (const one of locked) {
    const { taskId, lines, counted } = one.post;
    // Lines that are here already have been sent again because the answer was lost.
    const have = counted ? Math.max(0, (offsets.get(counted.allocationId)?.next ?? 0) - counted.offset) : 0;
    const first = added.next(taskId) - have;
    added.add(taskId, lines.slice(have), have === 0 ? one.chunks : []);
    added.add(taskId, await saveMatches(tx, one.post, { have, first }));
    if (!counted) {
      next.set(one, added.next(taskId));
      continue;
    }
    const { allocationId, offset } = counted;
    if (have < lines.length) offsets.set(allocationId, { allocationId, taskId, next: offset + lines.length });
    next.set(one, offsets.get(allocationId)?.next ?? 0);
  }
  await added.insert(tx);
  await saveOffsets(tx, [...offsets.values()]);
  return next;
}

/** Remembers what matched among the post's new lines; answers the master's lines about it. */
async function saveMatches(
  tx: Tx,
  { taskId, lines, matched }: LogPost,
  { have, first }: { have: number; first: number },
): Promise<(LogLine & { taskId: string })[]> {
  if (!matched) return [];
  const found = matched.matches.flatMap(({ index, policy }) => {
    const line = lines[index];
    // Its matches were remembered with the line.
    if (index < have || !line?.agentId) return [];
    return { taskId, policy, agentId: line.agentId, text: line.text, n: first + index };
  });
  const news = await savePolicyMatches(tx, found);
  return news
    .filter(({ policy }) => policy.action === 'exclude_node')
    .map(({ policy, agentId, text }) => {
      const said = `(log '${JSON.stringify(text)}' matched regex ${policy.pattern}) therefore will not schedule on ${agentId}`;
      return masterLine({ taskId, level: 'ERROR', text: said, at: matched.at });
    });
}

/** The way in for lines. What is under way is finished when the master stops. */
export const logWriter = perMaster((master: Master) => {
  const writer = new LogWriter(master.db);
  master.onStop(() => writer.idle());
  return writer;
});
