import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getRunRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { runColumnFacts } from '@determined/contract/training/run-columns.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import { askedColumns } from '../columns/shared/experiment-rows.ts';
import { readSort, runOrder } from '../columns/shared/list-order.ts';
import { readRunRows } from '../columns/shared/run-rows.ts';
import { findPage } from '../columns/shared/search/list-search.ts';
import { runSearch } from '../columns/shared/search/run-search.ts';

type Reply = ExtReplyOf<typeof getRunRowsRoute>;
const usualRows = 100;
const mostRows = 1000;

/** A page of a project's table of runs: ids in order, then what is asked for of those. */
export async function getRunRows(
  { params: { projectId }, query }: ExtRequestOf<typeof getRunRowsRoute>,
  ctx: Context,
): Promise<Reply> {
  const { db } = ctx;
  const { offset = 0, limit = usualRows, filter, archived = false } = query;
  if (limit > mostRows) throw invalidArgument(`limit: at most ${mostRows} rows at once`);
  const columns = askedColumns(query.columns, runColumnFacts);
  const order = runOrder(readSort(query.sort ?? 'id=desc'), { ties: 'desc' });
  const project = await db.selectFrom('projects').select('id').where('id', '=', projectId).executeTakeFirst();
  if (!project) throw notFound('project', projectId);
  const ids = query.ids?.split(',').map(Number);
  const search = runSearch(ctx, { projectId, filter, ids, archived, order });
  const [range, page] = await Promise.all([
    columns.includes('searcherMetricsVal') ? rangeOf(db, projectId) : null,
    boundedSearch(ctx, (tx) => findPage(ctx, tx, search, { offset, limit: limit === 0 ? -2 : limit })),
  ]);
  return { total: page.pagination.total, range, rows: await readRunRows(db, page.ids, columns) };
}

/** PostgreSQL orders NaN above infinity, so the finite values are those between the infinities. */
async function rangeOf(db: Db, projectId: number): Promise<Reply['range']> {
  const found = await sql<{ min: number | null; max: number | null }>`
    select min(searcher_metric_value), max(searcher_metric_value) from trial_metrics
    where project_id = ${projectId} and searcher_metric_value > '-Infinity' and searcher_metric_value < 'Infinity'`.execute(
    db,
  );
  const { min, max } = found.rows[0] ?? { min: null, max: null };
  return min === null || max === null ? null : { min, max };
}
