import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { KeyedWork } from '#platform/keyed-work.ts';
import type { Master } from '#platform/master.ts';
import {
  chunkSize,
  cutIntoChunks,
  encodeChunk,
  type MetricChunk,
  type MetricRow,
  roomFor,
} from './encoding/metric-chunk.ts';
import { rollupSpan, systemSpan } from './encoding/rollup.ts';
import { insertChunk } from './metric-store.ts';
import { readOpenChunk, rowOfTail, rowsOfChunk } from './read-rows.ts';
import { lockMetrics } from './shared/lock-metrics.ts';
import { isSystemGroup } from './shared/system/system-groups.ts';

/** A tail with fewer reports than this is left alone while its trial may go on. */
const worthSealing = 64;
const scanEveryMs = 15_000;
/** Reports, and bytes of their text, taken at once, so that a long tail does not fill the memory. */
const mostAtOnce = 8 * chunkSize;
const mostBytes = 8 * 1024 * 1024;

/**
 * Moves the tail of a series into chunks: together with the last chunk when that has room left. The work is done
 * without a lock; the trial is locked for the exchange, which is given up when a report was changed meanwhile.
 * Gives the number of reports moved.
 */
export async function sealSeries(
  db: Db,
  trialId: number,
  group: string,
  stopped: () => boolean = () => false,
): Promise<number> {
  let moved = 0;
  for (;;) {
    const { tail, more } = await oldestReports(db, trialId, group);
    if (tail.length === 0 || !(await exchange(db, { trialId, group }, tail))) return moved;
    moved += tail.length;
    if (!more || stopped()) return moved;
  }
}

type TailReport = Parameters<typeof rowOfTail>[0] & { edits: number };

/** The oldest reports of a tail, and whether it has others. */
async function oldestReports(db: Db, trialId: number, group: string): Promise<{ tail: TailReport[]; more: boolean }> {
  const { rows } = await sql<TailReport & { found: number }>`
    select id, run_id, steps, end_time, metrics, batch_metrics, edits, found from (
      select *, count(*) over () as found, sum(bytes) over (order by id) - bytes as before from (
        select *, octet_length(metrics) + coalesce(octet_length(batch_metrics), 0) as bytes
        from metric_reports where trial_id = ${trialId} and group_name = ${group} order by id limit ${mostAtOnce}) page
      ) sized
    where before < ${mostBytes} order by id`.execute(db);
  const found = rows[0]?.found ?? 0;
  return { tail: rows, more: found === mostAtOnce || rows.length < found };
}

/** Puts chunks in the place of these reports and of the last chunk; false when that is not what there is any more. */
async function exchange(
  db: Db,
  series: { trialId: number; group: string },
  tail: readonly TailReport[],
): Promise<boolean> {
  const open = await readOpenChunk(db, series.trialId, series.group);
  const pieces = cutIntoChunks(series.group, [...(open ? rowsOfChunk(open) : []), ...tail.map(rowOfTail)]);
  const chunks: { rows: MetricRow[]; encoded: MetricChunk }[] = [];
  const span = isSystemGroup(series.group) ? systemSpan : rollupSpan;
  for (const rows of pieces) chunks.push({ rows, encoded: await encodeChunk(rows, span) });
  const ids = tail.map((row) => row.id);
  const edits = tail.reduce((sum, row) => sum + row.edits, 0);
  return inTransaction(db, async (tx) => {
    await lockMetrics(tx, [series.trialId]);
    const now = await sql<{ count: number; edits: number | null }>`
      select count(*)::int as count, sum(edits)::int as edits from metric_reports where id = any(${ids}::bigint[])`.execute(
      tx,
    );
    if (now.rows[0]?.count !== ids.length || now.rows[0].edits !== edits) return false;
    if (open) {
      const replaced = await tx
        .deleteFrom('metric_chunks')
        .where('id', '=', open.id)
        .where('edits', '=', open.edits)
        .executeTakeFirst();
      if (replaced.numDeletedRows !== 1n) return false;
    }
    await sql`delete from metric_reports where id = any(${ids}::bigint[])`.execute(tx);
    for (const { rows, encoded } of chunks) await insertChunk(tx, series, rows, encoded);
    return true;
  });
}

/** Seals series when they are long enough, their trial has ended, or they have been quiet for a while. */
export class SealingJob {
  private readonly db: Db;
  private readonly work: KeyedWork<{ trialId: number; group: string }>;
  /** Chunks that the reports since the last sealing fill, as far as this master has seen them. */
  private readonly seen = new Map<string, number>();

  constructor(db: Db, onError: (error: unknown) => void) {
    this.db = db;
    this.work = new KeyedWork(({ trialId, group }) => sealSeries(db, trialId, group, () => this.work.stopped), onError);
  }

  noteReport(trialId: number, group: string, names: number): void {
    const key = `${trialId} ${group}`;
    const filled = (this.seen.get(key) ?? 0) + 1 / roomFor(group, names);
    this.seen.set(key, filled);
    if (filled >= 1) this.ask(trialId, group);
  }

  /** Looks through the tails from time to time. */
  start(master: Master): void {
    this.work.lookEvery(scanEveryMs, master, () => this.scan());
  }

  /** Asks for every series that should be sealed now. */
  async scan(): Promise<void> {
    const found = await sql<{ trial_id: number; group_name: string }>`
      select r.trial_id, r.group_name
      from (select trial_id, group_name, count(*) as count from metric_reports group by 1, 2) r
      join trials t on t.id = r.trial_id join trial_metrics m on m.trial_id = t.id
      where r.count >= ${worthSealing} or t.end_time is not null
        or (m.reported_at < now() - interval '5 minutes')`.execute(this.db);
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
