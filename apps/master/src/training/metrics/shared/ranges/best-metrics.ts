import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { RangeFold, type StoredRanges } from './fold-ranges.ts';

/** Experiments of a leaf, and blocks of the block above them: what one change reads of each level. */
const fanOut = 32;
/** Blocks that are folded at once, each of `fanOut` summaries or others: a few milliseconds. */
const blocksAtOnce = 4;

/** What the best trials of a project's experiments have reported, with its ranges: exactly what their summaries say. */
export async function bestMetrics(db: Db, projectId: number): Promise<StoredRanges> {
  const { rows } = await sql<{ stale: boolean; ranges: string | null }>`
    select not exists (select from metric_range_trees where project_id = ${projectId})
        or exists (select from metric_range_changes where project_id = ${projectId})
        or exists (select from trial_metrics where project_id = ${projectId} and not in_ranges) as stale,
      ${root(projectId)} as ranges`.execute(db);
  if (!rows[0]?.stale) return JSON.parse(rows[0]?.ranges ?? '{}');
  return inTransaction(db, async (tx) => {
    await refresh(tx, projectId);
    const folded = await sql<{ ranges: string | null }>`select ${root(projectId)} as ranges`.execute(tx);
    return JSON.parse(folded.rows[0]?.ranges ?? '{}');
  });
}

// As text, here and below: its keys need no order, which costs more than to read it.
const root = (projectId: number) => sql`(select ranges::text from metric_range_blocks where project_id = ${projectId}
  order by level desc limit 1)`;

/** Folds in what changed. Two do so one after the other; reports wait for nobody here but for their flag. */
async function refresh(tx: Tx, projectId: number): Promise<void> {
  await sql`insert into metric_range_trees (project_id) values (${projectId}) on conflict do nothing`.execute(tx);
  const [tree] = await lockRows(
    tx,
    'project',
    tx.selectFrom('metric_range_trees').select(['project_id', 'given']).where('project_id', '=', projectId),
    { key: 'project_id' },
  );
  // Notes before what they are about: what is noted later is looked at again.
  const changed = await tx
    .deleteFrom('metric_range_changes')
    .where('project_id', '=', projectId)
    .returning('experiment_id')
    .execute();
  const reported = await tx
    .selectFrom('trial_metrics as t')
    .innerJoin('experiments as e', 'e.id', 't.experiment_id')
    .select(['t.trial_id', 't.version', 't.experiment_id', 'e.best_trial_id'])
    .where('t.project_id', '=', projectId)
    .where('t.in_ranges', '=', false)
    .execute();
  const ids = [...changed, ...reported.filter((trial) => trial.best_trial_id === trial.trial_id)].map(
    (row) => row.experiment_id,
  );
  const given = tree?.given ?? 0;
  const { leaves, places } = given === 0 ? await placeAll(tx, projectId) : await place(tx, projectId, ids, given);
  if (places !== given)
    await tx.updateTable('metric_range_trees').set({ given: places }).where('project_id', '=', projectId).execute();
  await foldUpwards(tx, projectId, await foldLeaves(tx, projectId, leaves), Math.ceil(places / fanOut));
  await markFolded(tx, reported);
}

interface Placed {
  /** Those to fold anew. */
  leaves: number[];
  places: number;
}

async function placeAll(tx: Tx, projectId: number): Promise<Placed> {
  const { rows } = await sql<{ leaf: number }>`
    insert into metric_range_members (project_id, experiment_id, leaf)
    select project_id, id, (row_number() over (order by id) - 1) / ${fanOut}::int from experiments
    where project_id = ${projectId} and best_trial_id is not null
    returning leaf`.execute(tx);
  return { leaves: unique(rows.map(({ leaf }) => leaf)), places: rows.length };
}

/** Each new one gets the next place, however far apart their ids are; a place that becomes empty stays so. */
async function place(tx: Tx, projectId: number, ids: readonly number[], given: number): Promise<Placed> {
  const { rows } = await sql<{ id: number; leaf: number | null; counts: boolean }>`
    select v.id, m.leaf, e.best_trial_id is not null as counts
    from (select distinct unnest(${ids}::int[]) as id) v
      left join metric_range_members m on m.project_id = ${projectId} and m.experiment_id = v.id
      left join experiments e on e.id = v.id and e.project_id = ${projectId}
    order by v.id`.execute(tx);
  const added = rows
    .filter(({ leaf, counts }) => leaf === null && counts)
    .map(({ id }, at) => ({ id, leaf: Math.floor((given + at) / fanOut) }));
  const removed = rows.filter(({ leaf, counts }) => leaf !== null && !counts).map(({ id }) => id);
  await sql`insert into metric_range_members (project_id, experiment_id, leaf)
    select ${projectId}, * from unnest(${added.map(({ id }) => id)}::int[], ${added.map(({ leaf }) => leaf)}::int[])`.execute(
    tx,
  );
  await sql`delete from metric_range_members
    where project_id = ${projectId} and experiment_id = any(${removed}::int[])`.execute(tx);
  return { leaves: unique([...rows, ...added].flatMap(({ leaf }) => leaf ?? [])), places: given + added.length };
}

/** Gives those whose ranges are others now. */
async function foldLeaves(tx: Tx, projectId: number, leaves: readonly number[]): Promise<number[]> {
  const changed: number[] = [];
  for (let from = 0; from < leaves.length; from += blocksAtOnce) {
    const some = leaves.slice(from, from + blocksAtOnce);
    const { rows } = await sql<{ number: number; summary: string }>`
      select m.leaf as number, t.summary_metrics::text as summary
      from metric_range_members m join experiments e on e.id = m.experiment_id and e.project_id = m.project_id
        join trial_metrics t on t.trial_id = e.best_trial_id
      where m.project_id = ${projectId} and m.leaf = any(${some}::int[])
      order by m.leaf, m.experiment_id`.execute(tx);
    const folds = new Map(some.map((number) => [number, new RangeFold()]));
    for (const { number, summary } of rows) folds.get(number)?.addSummary(JSON.parse(summary));
    changed.push(...(await store(tx, projectId, 0, folds)));
  }
  return changed;
}

/** Up to the one block that has all leaves below it, or as far as anything changes. */
async function foldUpwards(tx: Tx, projectId: number, leaves: readonly number[], leafCount: number): Promise<void> {
  let changed = leaves;
  let blocks = leafCount;
  for (let level = 1; blocks > 1; level += 1) {
    const numbers = unique(changed.map((number) => Math.floor(number / fanOut)));
    blocks = Math.ceil(blocks / fanOut);
    const next: number[] = [];
    for (let from = 0; from < numbers.length; from += blocksAtOnce) {
      const some = numbers.slice(from, from + blocksAtOnce);
      const { rows } = await sql<{ number: number; ranges: string }>`
        select v.number, b.ranges::text as ranges from unnest(${some}::int[]) v (number) join metric_range_blocks b
          on b.project_id = ${projectId} and b.level = ${level - 1}
            and b.number >= v.number * ${fanOut}::int and b.number < (v.number + 1) * ${fanOut}::int
        order by b.number`.execute(tx);
      const folds = new Map(some.map((number) => [number, new RangeFold()]));
      for (const { number, ranges } of rows) folds.get(number)?.addRanges(JSON.parse(ranges));
      next.push(...(await store(tx, projectId, level, folds)));
    }
    changed = next;
  }
}

/** Gives the numbers of those that are others than before. */
async function store(
  tx: Tx,
  projectId: number,
  level: number,
  folds: ReadonlyMap<number, RangeFold>,
): Promise<number[]> {
  const all = [...folds].map(([number, fold]) => ({ number, ranges: JSON.stringify(fold.toJson()) }));
  const { rows } = await sql<{
    number: number;
  }>`insert into metric_range_blocks as b (project_id, level, number, ranges)
    select ${projectId}, ${level}, * from unnest(${all.map(({ number }) => number)}::int[],
      ${all.map(({ ranges }) => ranges)}::jsonb[])
    on conflict (project_id, level, number) do update set ranges = excluded.ranges where b.ranges <> excluded.ranges
    returning number`.execute(tx);
  return rows.map(({ number }) => number);
}

/** Those that reported since are left for the next time, and nobody who reports just now is waited for. */
async function markFolded(tx: Tx, reported: readonly { trial_id: number; version: number }[]): Promise<void> {
  const versions = new Map(reported.map((trial) => [trial.trial_id, trial.version]));
  const free = tx
    .selectFrom('trial_metrics')
    .select(['trial_id', 'version'])
    .where('trial_id', '=', (eb) => eb.fn.any(eb.val([...versions.keys()])))
    .orderBy('trial_id');
  const held = await lockRows(tx, 'metrics', free, { key: 'trial_id', part: 'trial_id', free: true });
  const still = held.filter((trial) => trial.version === versions.get(trial.trial_id)).map(({ trial_id }) => trial_id);
  await tx
    .updateTable('trial_metrics')
    .set({ in_ranges: true })
    .where('trial_id', '=', (eb) => eb.fn.any(eb.val(still)))
    .execute();
}

const unique = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);
