import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { elsewhere } from '#platform/threads/run-elsewhere.ts';
import { chunkSize } from '../encoding/metric-chunk.ts';
import { lockMetrics } from '../shared/lock-metrics.ts';
import type encodeStretch from './encode-stretch.ts';
import type { StretchColumn } from './encode-stretch.ts';
import type { Series } from './pack-chunks.ts';

/** Chunks in a stretch. */
const stretchChunks = 16;

const encodeElsewhere = elsewhere<typeof encodeStretch>(new URL('./encode-stretch.ts', import.meta.url));

/** Chunks behind a series' last stretch that nothing will be added to. */
interface FullChunks {
  ids: number[];
  edits: number;
  last_id: number;
  min_steps: number;
  max_steps: number;
}

/**
 * Makes stretches of series, as long as there are full chunks enough behind the last. Reports with so many names that fewer share a
 * chunk have none. As with sealing, the work is done without a lock, and left when a report was changed meanwhile.
 */
export async function makeStretches(db: Db, series: readonly Series[]): Promise<void> {
  for (const one of series) while (await makeStretch(db, one));
}

async function makeStretch(db: Db, series: Series): Promise<boolean> {
  const chunks = await nextChunks(db, series);
  if (!chunks) return false;
  const { rows: columns } = await sql<StretchColumn>`
    select k.name, array_agg(octet_length(k.rollup) order by c.first_id) as lengths,
      string_agg(k.rollup, ''::bytea order by c.first_id) as data
    from metric_chunks c join metric_columns k on k.chunk_id = c.id
    where c.id = any(${chunks.ids}::bigint[]) group by k.name`.execute(db);
  const answer = await encodeElsewhere('sealing of metrics', columns);
  if ('refused' in answer) throw new Error(`metrics could not be rolled up: ${answer.refused}`);
  return inTransaction(db, async (tx) => {
    await lockMetrics(tx, [series.trialId]);
    const now = await nextChunks(tx, series);
    if (now?.last_id !== chunks.last_id || now.edits !== chunks.edits) return false;
    await sql`
      with stretch as (
        insert into metric_stretches (trial_id, group_name, last_id, row_count, min_steps, max_steps)
        values (${series.trialId}, ${series.group}, ${chunks.last_id}, ${stretchChunks * chunkSize},
          ${chunks.min_steps}, ${chunks.max_steps})
        returning id)
      insert into metric_stretch_columns (stretch_id, name, rollup)
      select stretch.id, k.name, k.rollup from stretch, unnest(${answer.value.map(({ name }) => name)}::text[],
        ${answer.value.map(({ rollup }) => Buffer.from(rollup))}::bytea[]) as k (name, rollup)`.execute(tx);
    return true;
  });
}

async function nextChunks(db: Db, { trialId, group }: Series): Promise<FullChunks | undefined> {
  const { rows } = await sql<FullChunks>`
    select array_agg(id) as ids, sum(edits)::int as edits, max(last_id) as last_id, min(min_steps) as min_steps,
      max(max_steps) as max_steps
    from (select id, last_id, min_steps, max_steps, row_count, edits from metric_chunks
      where trial_id = ${trialId} and group_name = ${group}
        and first_id > coalesce((select max(last_id) from metric_stretches
          where trial_id = ${trialId} and group_name = ${group}), -1)
      order by first_id limit ${stretchChunks}) c
    having count(*) = ${stretchChunks} and min(row_count) = ${chunkSize}`.execute(db);
  return rows[0];
}

/** A report of a chunk has been changed: no stretch is left that it stands in, nor one behind that. The trial's metrics are locked. */
export async function dropStretches(tx: Db, chunkId: number): Promise<void> {
  await sql`delete from metric_stretches s using metric_chunks c
    where c.id = ${chunkId} and s.trial_id = c.trial_id and s.group_name = c.group_name and s.last_id >= c.first_id`.execute(
    tx,
  );
}
