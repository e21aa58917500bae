import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { experimentRowSorts, getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { shownState } from '../life/shared/shown-state.ts';
import { validationGroup } from '../metrics/shared/metric-values.ts';
import { readTinyCurves } from '../metrics/shared/tiny-curves.ts';
import { stateOrder } from './list-experiments.ts';
import { durationSeconds, experimentAllocationState } from './shared/experiment-view.ts';

type Reply = ExtReplyOf<typeof getExperimentRowsRoute>;
const usualRows = 100;
const mostRows = 1000;

const sorts: Record<(typeof experimentRowSorts)[number], RawBuilder<unknown>> = {
  id: sql`e.id`,
  name: sql`e.name collate "und-x-icu"`,
  state: stateOrder,
  progress: sql`e.progress`,
  searcherType: sql`e.searcher_type`,
  bestValue: sql`e.best_value`,
  numTrials: sql`e.num_trials`,
  user: sql`u.place`,
  startTime: sql`e.start_time`,
  duration: sql`coalesce(e.end_time, now()) - e.start_time`,
  resourcePool: sql`e.resource_pool`,
  checkpointCount: sql`e.checkpoint_count`,
  checkpointSize: sql`e.checkpoint_size`,
};

/** Users are put in order once, not compared by name for every experiment. */
const usersInOrder = sql`left join (select id, rank() over (order by
  coalesce(nullif(display_name, ''), username) collate "und-x-icu") as place from users) u on u.id = e.owner_id`;

/** A page of a project's experiment table: ids in order, then what those rows show, then their curves. */
export async function getExperimentRows(
  { params: { projectId }, query }: ExtRequestOf<typeof getExperimentRowsRoute>,
  { db }: Context,
): Promise<Reply> {
  const limit = query.limit ?? usualRows;
  if (limit > mostRows) throw invalidArgument(`limit: at most ${mostRows} rows at once`);
  const project = await db
    .selectFrom('projects as p')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .select(sql<boolean>`p.archived or w.archived`.as('archived'))
    .where('p.id', '=', projectId)
    .executeTakeFirst();
  if (!project) throw notFound('project', projectId);
  const where = sql`e.project_id = ${projectId} and ${query.archived ? sql`true` : sql`not e.archived`}`;
  const order = orderOf(query.sort);
  const [total, range, page] = await Promise.all([
    countOf(db, projectId, query.archived ?? false),
    rangeOf(db, projectId),
    sql<{ id: number }>`select e.id from experiments e ${order.join} where ${where}
      order by ${order.by} limit ${limit} offset ${query.offset ?? 0}`.execute(db),
  ]);
  const ids = page.rows.map((row) => row.id);
  const rows = await rowsOf(db, ids, project.archived);
  return { total, range, rows };
}

/** `column=asc` or `column=desc`; by id descending without it. */
function orderOf(sort: string | undefined): { join: RawBuilder<unknown>; by: RawBuilder<unknown> } {
  if (sort === undefined) return { join: sql``, by: sql`e.id desc` };
  const [column = '', direction = '', ...rest] = sort.split('=');
  if (rest.length > 0 || direction === '') throw invalidArgument(`invalid sort parameter: ${sort}`);
  if (direction !== 'asc' && direction !== 'desc') throw invalidArgument(`invalid sort direction: ${direction}`);
  if (!isSort(column)) throw invalidArgument(`invalid sort col: ${column}`);
  // An index is of use only to the order it was made in, so what is never null does not say where nulls go.
  const nulls = column === 'bestValue' || column === 'progress' ? sql`nulls last` : sql``;
  const by = sql`${sorts[column]} ${direction === 'asc' ? sql`asc` : sql`desc`} ${nulls}, e.id desc`;
  return { join: column === 'user' ? usersInOrder : sql``, by };
}

const isSort = (column: string): column is keyof typeof sorts => Object.hasOwn(sorts, column);

async function countOf(db: Db, projectId: number, archived: boolean): Promise<number> {
  const counted = await db
    .selectFrom('experiment_counts')
    .select(({ fn }) => fn.sum<number | null>('total').as('total'))
    .where('project_id', '=', projectId)
    .where('archived', 'in', [false, archived])
    .executeTakeFirst();
  return counted?.total ?? 0;
}

/** PostgreSQL orders NaN above infinity, so the finite values are those between the infinities. */
async function rangeOf(db: Db, projectId: number): Promise<Reply['range']> {
  const found = await sql<{ min: number | null; max: number | null }>`select min(best_value), max(best_value)
    from experiments where project_id = ${projectId} and best_value > '-Infinity' and best_value < 'Infinity'`.execute(
    db,
  );
  const { min, max } = found.rows[0] ?? { min: null, max: null };
  return min === null || max === null ? null : { min, max };
}

/** What the table shows of these experiments, in their order. */
export async function rowsOf(db: Db, ids: number[], parentArchived: boolean): Promise<Reply['rows']> {
  if (ids.length === 0) return [];
  const details = await db
    .selectFrom('experiments as e')
    .innerJoin('users as u', 'u.id', 'e.owner_id')
    .select(['e.id', 'e.name', 'e.description', 'e.state', 'e.progress', 'e.searcher_type', 'e.searcher_metric'])
    .select(['e.smaller_is_better', 'e.best_value', 'e.best_trial_id', 'e.num_trials', 'e.parent_id', 'e.owner_id'])
    .select(['u.username', 'u.display_name', 'e.start_time', 'e.end_time', 'e.resource_pool', 'e.labels'])
    .select(['e.archived', 'e.unmanaged', 'e.checkpoint_count', 'e.checkpoint_size'])
    .select(experimentAllocationState.as('allocation_state'))
    .where('e.id', 'in', ids)
    .execute();
  const curves = await curvesOf(db, details);
  const byId = new Map(details.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    return {
      id,
      name: row.name,
      description: row.description,
      state: shownState(row.state, row.allocation_state),
      progress: row.progress,
      searcherType: row.searcher_type,
      searcherMetric: row.searcher_metric,
      smallerIsBetter: row.smaller_is_better,
      bestValue: jsonNumber(row.best_value),
      curve: (row.best_trial_id !== null && curves.get(row.best_trial_id)) || null,
      numTrials: row.num_trials,
      forkedFrom: row.parent_id,
      userId: row.owner_id,
      username: row.username,
      displayName: row.display_name,
      startTime: row.start_time,
      endTime: row.end_time,
      duration: durationSeconds(row.start_time, row.end_time),
      resourcePool: row.resource_pool,
      labels: row.labels,
      archived: row.archived,
      parentArchived,
      unmanaged: row.unmanaged,
      checkpointCount: row.checkpoint_count,
      checkpointSize: row.checkpoint_size,
    };
  });
}

/** Curves by trial; experiments that look at one metric are read together. */
async function curvesOf(
  db: Db,
  rows: readonly { best_trial_id: number | null; best_value: number | null; searcher_metric: string }[],
): Promise<Map<number, number[]>> {
  const trials = rows.flatMap((row) =>
    row.best_trial_id === null || row.best_value === null ? [] : { id: row.best_trial_id, metric: row.searcher_metric },
  );
  const read = [...Map.groupBy(trials, (trial) => trial.metric)].map(([name, group]) =>
    readTinyCurves(
      db,
      group.map((trial) => trial.id),
      { group: validationGroup, name },
    ),
  );
  return new Map((await Promise.all(read)).flatMap((curves) => [...curves]));
}

/** JSON has no NaN: the contract reads these words back as numbers, which is why its type is the number. */
function jsonNumber(value: number | null): number | null {
  return value === null || Number.isFinite(value) ? value : (String(value) as unknown as number);
}
