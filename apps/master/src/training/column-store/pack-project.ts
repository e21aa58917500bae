import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { mapInTurns } from '#platform/turns.ts';
import { markExperimentsLoose, markExperimentsPacked, seenExperiment } from '../life/shared/experiment-store.ts';
import { markTrialsLoose, markTrialsPacked, seenTrial } from '../metrics/shared/packed-metrics.ts';
import type packBlock from './shared/pack-block.ts';
import { bytesOf, type Listed } from './shared/packed-query.ts';

/** The usual sizes of blocks, and whether what goes on is packed, too. */
export interface PackingLimits {
  least: number;
  most: number;
  alsoGoingOn?: boolean;
}
/** What is left loose costs each search its reading; what a block has is rewritten as a whole. */
export const packingLimits: PackingLimits = { least: 256, most: 1024 };

/** What has larger summaries or a larger configuration, in bytes as stored, stays loose: a column for each name would cost more than it saves. */
const widest = 100_000;
/** Rows that are read at once: their texts stand in memory. */
const atOnce = 128;

export type Pack = (input: Parameters<typeof packBlock>[0]) => Promise<ReturnType<typeof packBlock>>;

interface Ripe {
  id: number;
  seen: string;
  best: number;
  summaries: Uint8Array<ArrayBuffer> | null;
  given: Uint8Array<ArrayBuffer> | null;
}

const utf8 = new TextEncoder();

/** Packs what has ended in a project, block by block, while there is enough for one. @returns how many were packed. */
export async function packProject(
  db: Db,
  pack: Pack,
  { projectId, of }: { projectId: number; of: Listed },
  limits: PackingLimits = packingLimits,
  stopped: () => boolean = () => false,
): Promise<number> {
  let packed = 0;
  // From where the last block ended: an index still has the entries of what was just packed.
  let after = 0;
  while (!stopped()) {
    const ripe = await ripeThings(db, projectId, of, limits, after);
    if (ripe.length < limits.least) return packed;
    const columns = await pack({ of, things: ripe.map(({ summaries, given }) => ({ summaries, given })) });
    // One that has changed meanwhile is packed in a later turn, with the others.
    if (!(await store(db, { projectId, of }, ripe, columns))) return packed;
    packed += ripe.length;
    after = ripe.at(-1)?.id ?? after;
  }
  return packed;
}

async function ripeThings(
  db: Db,
  projectId: number,
  of: Listed,
  limits: PackingLimits,
  after: number,
): Promise<Ripe[]> {
  const ripe: Ripe[] = [];
  while (ripe.length < limits.most) {
    const count = Math.min(atOnce, limits.most - ripe.length);
    const last = ripe.at(-1)?.id ?? after;
    const rows = await (of === 'run' ? ripeRuns : ripeExperiments)(db, projectId, last, count, limits);
    ripe.push(
      ...(await mapInTurns(rows, ({ summaries, given, ...thing }) => ({
        ...thing,
        summaries: bytes(summaries),
        given: bytes(given),
      }))),
    );
    if (rows.length < count) return ripe;
  }
  return ripe;
}

/** Bytes can be moved to the thread that packs them, a text would have to be copied. */
const bytes = (text: string | null) => (text === null ? null : utf8.encode(text));

/** As it is read. */
type Read = Omit<Ripe, 'summaries' | 'given'> & { summaries: string | null; given: string | null };

/** Both tables are told where to begin: one that is not would be read from its first row each time. */
async function ripeRuns(db: Db, project: number, after: number, count: number, limits: PackingLimits): Promise<Read[]> {
  const { rows } = await sql<Read>`
    select m.trial_id as id, ${seenTrial} as seen, 0 as best, m.summary_metrics::text as summaries, t.hparams::text as given
    from trial_metrics m join trials t on t.id = m.trial_id
    where m.project_id = ${project} and not m.packed and m.trial_id > ${after} and t.id > ${after}
      and ${limits.alsoGoingOn ? sql`true` : sql`t.end_time is not null`}
      and pg_column_size(m.summary_metrics) < ${widest}
    order by m.trial_id limit ${count}`.execute(db);
  return rows;
}

async function ripeExperiments(
  db: Db,
  project: number,
  after: number,
  count: number,
  limits: PackingLimits,
): Promise<Read[]> {
  const { rows } = await sql<Read>`
    select e.id, ${seenExperiment} as seen, coalesce(e.best_trial_id, 0) as best, null as summaries, e.config::text as given
    from experiments e
    where e.project_id = ${project} and not e.packed and e.id > ${after}
      and ${limits.alsoGoingOn ? sql`true` : sql`e.end_time is not null`}
      and pg_column_size(e.config) < ${widest}
    order by e.id limit ${count}`.execute(db);
  return rows;
}

async function store(
  db: Db,
  { projectId, of }: { projectId: number; of: Listed },
  ripe: readonly Ripe[],
  columns: Awaited<ReturnType<Pack>>,
): Promise<boolean> {
  const mark = of === 'run' ? markTrialsPacked : markExperimentsPacked;
  const numbers = (pick: (thing: Ripe) => number) => Buffer.from(bytesOf(Int32Array.from(ripe, pick)));
  class Changed extends Error {}
  try {
    await inTransaction(db, async (tx) => {
      if (!(await mark(tx, ripe))) throw new Changed();
      const { id } = await tx
        .insertInto('packed_blocks')
        .values({
          project_id: projectId,
          of,
          ids: numbers((thing) => thing.id),
          best: of === 'experiment' ? numbers((thing) => thing.best) : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await sql`insert into packed_columns (block_id, name, data)
        select ${id}, * from unnest(${columns.map(({ name }) => name)}::text[],
          ${columns.map(({ data }) => Buffer.from(data))}::bytea[])`.execute(tx);
    });
    return true;
  } catch (error) {
    if (error instanceof Changed) return false;
    throw error;
  }
}

/** More gaps than these, and than this share of what there is, are worth packing a project anew. */
const mostGaps = { few: 1_000, most: 0.25 };

/** Drops the blocks of a project of which much does not hold any more: what they had is packed anew. */
export async function dropFullOfGaps(
  db: Db,
  { projectId, of }: { projectId: number; of: Listed },
  { few, most } = mostGaps,
): Promise<void> {
  const { rows } = await sql<{ gaps: number; entries: number | null }>`select
    (select count(*)::int from packed_gaps where project_id = ${projectId} and of = ${of}) as gaps,
    (select sum(length(ids) / 4)::int from packed_blocks where project_id = ${projectId} and of = ${of}) as entries`.execute(
    db,
  );
  const { gaps = 0, entries = 0 } = rows[0] ?? {};
  if (gaps < few || gaps < (entries ?? 0) * most) return;
  await inTransaction(db, async (tx) => {
    await (of === 'run' ? markTrialsLoose : markExperimentsLoose)(tx, projectId);
    await sql`delete from packed_blocks where project_id = ${projectId} and of = ${of}`.execute(tx);
    await sql`delete from packed_gaps where project_id = ${projectId} and of = ${of}`.execute(tx);
  });
}
