import { sql } from 'kysely';
import { isTransient } from '#platform/db/connect.ts';
import type { Db } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { KeyedWork } from '#platform/keyed-work.ts';
import type { Master } from '#platform/master.ts';
import { elsewhere } from '#platform/threads/run-elsewhere.ts';
import { chunkSize, roomFor } from './encoding/metric-chunk.ts';
import type { StoredChunk, TailRow } from './encoding/stored-rows.ts';
import { chunkWithColumns } from './read-rows.ts';
import type encodeSeries from './sealing/encode-series.ts';
import { insertChunks } from './sealing/insert-chunks.ts';
import { makeStretches } from './sealing/make-stretches.ts';
import type { ChunkPack, Series } from './sealing/pack-chunks.ts';
import { lockMetrics } from './shared/lock-metrics.ts';

/** A tail with fewer reports than this is left alone while its trial may go on. */
const worthSealing = 64;
const scanEveryMs = 15_000;
/** Reports of a series, and bytes of their text, taken at once, so that a long tail does not fill the memory. */
const mostAtOnce = 8 * chunkSize;
const mostBytes = 8 * 1024 * 1024;
/** Series of fewer reports than a chunk has room for are sealed so many at a time: alone, most of it would be round trips. */
export const shortAtOnce = 64;

const encodeElsewhere = elsewhere<typeof encodeSeries>(new URL('./sealing/encode-series.ts', import.meta.url));

/** As `sealAll`, of one series. Gives the number of reports moved. */
export function sealSeries(db: Db, trialId: number, group: string): Promise<number> {
  return sealAll(db, [{ trialId, group }]);
}

/**
 * Moves the tails of series into chunks: together with the last chunk when that has room left. The work is done
 * on another thread and without a lock; the trials are locked for the exchange, which leaves out whatever was changed
 * meanwhile. Gives the number of reports moved.
 */
export async function sealAll(
  db: Db,
  series: readonly Series[],
  stopped: () => boolean = () => false,
): Promise<number> {
  let moved = 0;
  // From where it has come to: of a long tail the index would have to step over all that is gone, again and again.
  const come = new Map<string, number>();
  for (let left = series; left.length > 0 && !stopped(); ) {
    const tails = await oldestReports(
      db,
      left.map((one) => ({ ...one, after: come.get(keyOf(one)) ?? 0 })),
    );
    const { tails: exchanged, filled } = await exchange(db, tails);
    for (const tail of exchanged) {
      moved += tail.rows.length;
      come.set(keyOf(tail), tail.rows.at(-1)?.id ?? 0);
    }
    await makeStretches(db, filled);
    const longer = new Set(exchanged.filter(({ more }) => more).map(keyOf));
    const waiting = new Set(tails.map(keyOf));
    // Those that came too late for the bytes of this round have their own.
    left = tails.length === 0 ? [] : left.filter((one) => longer.has(keyOf(one)) || !waiting.has(keyOf(one)));
  }
  return moved;
}

const keyOf = ({ trialId, group }: Series) => `${trialId} ${group}`;

type TailReport = TailRow & { edits: number };

/** The oldest reports of a series, and whether it has others. */
interface Tail extends Series {
  rows: TailReport[];
  more: boolean;
}

/** Of those that have any after the id that they give, as long as they are not too large together. */
async function oldestReports(db: Db, series: readonly (Series & { after: number })[]): Promise<Tail[]> {
  const { rows } = await sql<TailReport & { place: number; found: number }>`
    select place, id, run_id, steps, end_time, metrics, batch_metrics, edits, found from (
      select *, count(*) over (partition by place) as found, sum(bytes) over (order by place, id) - bytes as before from (
        select s.place, page.*, octet_length(metrics) + coalesce(octet_length(batch_metrics), 0) as bytes
        from unnest(${series.map((one) => one.trialId)}::int[], ${series.map((one) => one.group)}::text[],
          ${series.map((one) => one.after)}::bigint[]) with ordinality as s (trial_id, group_name, after, place)
        cross join lateral (select r.id, r.run_id, r.steps, r.end_time, r.metrics, r.batch_metrics, r.edits
          from metric_reports r where r.trial_id = s.trial_id and r.group_name = s.group_name and r.id > s.after
          order by r.id limit ${mostAtOnce}) page) read
      ) sized
    where before < ${mostBytes} order by place, id`.execute(db);
  return [...Map.groupBy(rows, ({ place }) => place)].map(([place, tail]) => {
    const found = tail[0]?.found ?? 0;
    // Places are those of the list, from one.
    return { ...(series[place - 1] as Series), rows: tail, more: found === mostAtOnce || tail.length < found };
  });
}

/** Those that have become chunks, and the series whose chunks nothing will be added to. */
interface Exchanged {
  tails: Tail[];
  filled: Series[];
}

/** Puts chunks in the place of these reports and of the last chunks, where this was still what there is. */
async function exchange(db: Db, tails: readonly Tail[]): Promise<Exchanged> {
  if (tails.length === 0) return { tails: [], filled: [] };
  const open = await openChunks(db, tails);
  const answer = await encodeElsewhere(
    'sealing of metrics',
    tails.map(({ trialId, group, rows }) => ({
      trialId,
      group,
      tail: rows,
      open: open.get(keyOf({ trialId, group })) ?? null,
    })),
  );
  if ('refused' in answer) throw new Error(`metrics could not be sealed: ${answer.refused}`);
  return inTransaction(db, async (tx) => {
    await lockMetrics(tx, [...new Set(tails.map(({ trialId }) => trialId))]);
    const standing = await unchanged(tx, tails, open);
    if (standing.length === 0) return { tails: [], filled: [] };
    const replaced = standing.flatMap((one) => open.get(keyOf(one))?.id ?? []);
    const ids = standing.flatMap(({ rows }) => rows.map(({ id }) => id));
    if (replaced.length > 0) await sql`delete from metric_chunks where id = any(${replaced}::bigint[])`.execute(tx);
    await sql`delete from metric_reports where id = any(${ids}::bigint[])`.execute(tx);
    const chunks = chunksOf(answer.value, standing);
    await insertChunks(tx, answer.value, chunks);
    const full = new Set(chunks.filter(({ rows }) => rows === chunkSize).map(keyOf));
    return { tails: standing, filled: standing.filter((one) => full.has(keyOf(one))) };
  });
}

function chunksOf({ chunks }: ChunkPack, series: readonly Series[]) {
  const keys = new Set(series.map(keyOf));
  return chunks.filter((chunk) => keys.has(keyOf(chunk)));
}

/** The newest chunk of each series, by its key, where that has room left. */
async function openChunks(db: Db, series: readonly Series[]): Promise<Map<string, StoredChunk>> {
  const newest = await sql<{ place: number; id: number; row_count: number; names: number }>`
    select s.place, c.id, c.row_count,
      cardinality(c.other_names) + (select count(*) from metric_columns where chunk_id = c.id)::int as names
    from unnest(${series.map((one) => one.trialId)}::int[], ${series.map((one) => one.group)}::text[])
      with ordinality as s (trial_id, group_name, place)
    cross join lateral (select id, row_count, other_names from metric_chunks
      where trial_id = s.trial_id and group_name = s.group_name order by first_id desc limit 1) c`.execute(db);
  const keys = new Map<number, string>();
  for (const { place, id, row_count, names } of newest.rows) {
    // Places are those of the list, from one.
    const one = series[place - 1] as Series;
    if (row_count < roomFor(one.group, names)) keys.set(id, keyOf(one));
  }
  if (keys.size === 0) return new Map();
  const found = await sql<StoredChunk>`${chunkWithColumns} where c.id = any(${[...keys.keys()]}::bigint[])`.execute(db);
  return new Map(found.rows.map((chunk) => [keys.get(chunk.id) ?? '', chunk]));
}

/** Those of which every report and the last chunk still are as they were read. The trials' metrics are locked. */
async function unchanged(tx: Db, tails: readonly Tail[], open: ReadonlyMap<string, StoredChunk>): Promise<Tail[]> {
  const ids = tails.flatMap(({ rows }) => rows.map(({ id }) => id));
  const chunks = tails.map((tail) => open.get(keyOf(tail))?.id ?? 0);
  const { rows } = await sql<{
    trial_id: number;
    group_name: string;
    count: number;
    edits: number;
    chunk_edits: number | null;
  }>`
    select s.trial_id, s.group_name, r.count, r.edits, (select edits from metric_chunks where id = s.chunk_id) as chunk_edits
    from (select trial_id, group_name, count(*)::int as count, sum(edits)::int as edits from metric_reports
      where id = any(${ids}::bigint[]) group by 1, 2) r
    join unnest(${tails.map((tail) => tail.trialId)}::int[], ${tails.map((tail) => tail.group)}::text[],
      ${chunks}::bigint[]) as s (trial_id, group_name, chunk_id) using (trial_id, group_name)`.execute(tx);
  const now = new Map(rows.map((row) => [`${row.trial_id} ${row.group_name}`, row]));
  return tails.filter((tail) => {
    const found = now.get(keyOf(tail));
    const edits = tail.rows.reduce((sum, row) => sum + row.edits, 0);
    const chunk = open.get(keyOf(tail));
    return found?.count === tail.rows.length && found.edits === edits && (!chunk || found.chunk_edits === chunk.edits);
  });
}

/** Seals series when they are long enough, their trial has ended, or they have been quiet for a while. */
export class SealingJob {
  private readonly db: Db;
  private readonly onError: (error: unknown) => void;
  private readonly work: KeyedWork<readonly Series[]>;
  /** Chunks that the reports since the last sealing fill, as far as this master has seen them. */
  private readonly seen = new Map<string, number>();

  constructor(db: Db, onError: (error: unknown) => void) {
    this.db = db;
    this.onError = onError;
    this.work = new KeyedWork((series) => this.seal(series), onError);
  }

  noteReport(trialId: number, group: string, names: number): void {
    const key = keyOf({ trialId, group });
    const filled = (this.seen.get(key) ?? 0) + 1 / roomFor(group, names);
    this.seen.set(key, filled);
    if (filled >= 1) this.ask([{ trialId, group }]);
  }

  /** Looks through the tails from time to time. */
  start(master: Master): void {
    this.work.lookEvery(scanEveryMs, master, () => this.scan());
  }

  /** Asks for every series that should be sealed now. */
  async scan(): Promise<void> {
    const found = await sql<{ trial_id: number; group_name: string; count: number }>`
      select r.trial_id, r.group_name, r.count
      from (select trial_id, group_name, count(*)::int as count from metric_reports group by 1, 2) r
      join trials t on t.id = r.trial_id join trial_metrics m on m.trial_id = t.id
      where r.count >= ${worthSealing} or t.end_time is not null
        or (m.reported_at < now() - interval '5 minutes') order by 1, 2`.execute(this.db);
    const series = found.rows.map((row) => ({ trialId: row.trial_id, group: row.group_name, count: row.count }));
    const isShort = ({ count }: { count: number }) => count < chunkSize;
    for (const one of series) if (!isShort(one)) this.ask([one]);
    const short = series.filter(isShort);
    for (let from = 0; from < short.length; from += shortAtOnce) this.ask(short.slice(from, from + shortAtOnce));
    await this.idle();
  }

  async idle(): Promise<void> {
    await this.work.idle();
  }

  /** Ends after the series that is under way. */
  async stop(): Promise<void> {
    await this.work.stop();
  }

  private ask(series: readonly Series[]): void {
    for (const one of series) this.seen.delete(keyOf(one));
    this.work.ask(series.map(keyOf).join(), series);
  }

  private async seal(series: readonly Series[]): Promise<void> {
    const stopped = () => this.work.stopped;
    try {
      await sealAll(this.db, series, stopped);
    } catch (error) {
      // One series' trouble must not cost the others their place; the database's is everybody's.
      if (series.length === 1 || isTransient(error)) throw error;
      for (const one of series) await sealAll(this.db, [one], stopped).catch(this.onError);
    }
  }
}
