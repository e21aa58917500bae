import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { KeyedWork } from '#platform/keyed-work.ts';
import { chunkSize, type MetricRow } from './encoding/metric-chunk.ts';
import { insertChunk } from './metric-store.ts';
import { readOpenChunk, rowOfTail, rowsOfChunk } from './read-rows.ts';

/** A tail with fewer reports than this is left alone while its trial may go on. */
const worthSealing = 64;
const scanEveryMs = 15_000;
/** Reports taken at once, so that a long tail does not fill the memory. */
const mostAtOnce = 8 * chunkSize;

/**
 * Moves the tail of a series into chunks: together with the last chunk when that has room left. The work is done
 * without a lock; the trial is locked for the exchange, which is given up when a report was changed meanwhile.
 * Gives the number of reports moved.
 */
export async function sealSeries(db: Db, trialId: number, group: string): Promise<number> {
  const tail = await db
    .selectFrom('metric_reports')
    .select(['id', 'run_id', 'steps', 'end_time', 'metrics', 'batch_metrics', 'edits'])
    .where('trial_id', '=', trialId)
    .where('group_name', '=', group)
    .orderBy('id')
    .limit(mostAtOnce)
    .execute();
  if (tail.length === 0) return 0;
  const open = await readOpenChunk(db, trialId, group);
  const rows: MetricRow[] = [...(open ? rowsOfChunk(open) : []), ...tail.map(rowOfTail)];
  const ids = tail.map((row) => row.id);
  const edits = tail.reduce((sum, row) => sum + row.edits, 0);
  return inTransaction(db, async (tx) => {
    await sql`select 1 from trials where id = ${trialId} for no key update`.execute(tx);
    const now = await sql<{ count: number; edits: number | null }>`
      select count(*)::int as count, sum(edits)::int as edits from metric_reports where id = any(${ids}::bigint[])`.execute(
      tx,
    );
    if (now.rows[0]?.count !== ids.length || now.rows[0].edits !== edits) return 0;
    if (open) {
      const replaced = await tx
        .deleteFrom('metric_chunks')
        .where('id', '=', open.id)
        .where('edits', '=', open.edits)
        .executeTakeFirst();
      if (replaced.numDeletedRows !== 1n) return 0;
    }
    await sql`delete from metric_reports where id = any(${ids}::bigint[])`.execute(tx);
    for (let from = 0; from < rows.length; from += chunkSize) {
      await insertChunk(tx, trialId, group, rows.slice(from, from + chunkSize));
    }
    return ids.length;
  });
}

/** Seals series when they are long enough, their trial has ended, or they have been quiet for a while. */
export class SealingJob {
  private readonly db: Db;
  private readonly work: KeyedWork<{ trialId: number; group: string }>;
  /** Reports since the last sealing, as far as this master has seen them. */
  private readonly seen = new Map<string, number>();

  constructor(db: Db, onError: (error: unknown) => void) {
    this.db = db;
    this.work = new KeyedWork(({ trialId, group }) => sealSeries(db, trialId, group), onError);
  }

  noteReport(trialId: number, group: string): void {
    const key = `${trialId} ${group}`;
    const count = (this.seen.get(key) ?? 0) + 1;
    this.seen.set(key, count);
    if (count >= chunkSize) this.ask(trialId, group);
  }

  /** Looks through the tails from time to time. */
  start(stopping: AbortSignal): void {
    this.work.lookEvery(scanEveryMs, stopping, () => this.scan());
  }

  /** Asks for every series that should be sealed now. */
  async scan(): Promise<void> {
    const found = await sql<{ trial_id: number; group_name: string }>`
      select r.trial_id, r.group_name
      from (select trial_id, group_name, count(*) as count from metric_reports group by 1, 2) r
      join trials t on t.id = r.trial_id
      where r.count >= ${worthSealing} or t.end_time is not null
        or (t.last_activity < now() - interval '5 minutes')`.execute(this.db);
    for (const row of found.rows) this.ask(row.trial_id, row.group_name);
    await this.idle();
  }

  async idle(): Promise<void> {
    await this.work.idle();
  }

  /** Ends after the series that is under way. */
  async stop(): Promise<void> {
    await this.work.stop();
  }

  private ask(trialId: number, group: string): void {
    const key = `${trialId} ${group}`;
    this.seen.delete(key);
    this.work.ask(key, { trialId, group });
  }
}
