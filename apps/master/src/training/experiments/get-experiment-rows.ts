import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import { askedColumns, readExperimentRows } from '../columns/shared/experiment-rows.ts';
import { experimentOrder, inIndexOrder, readSort } from '../columns/shared/list-order.ts';
import { findPage } from '../columns/shared/search/list-search.ts';
import { projectExperiments } from './shared/project-experiments.ts';

type Reply = ExtReplyOf<typeof getExperimentRowsRoute>;
const usualRows = 100;
const mostRows = 1000;

/** A page of a project's experiment table: ids in order, then what is asked for of those. */
export async function getExperimentRows(
  { params: { projectId }, query }: ExtRequestOf<typeof getExperimentRowsRoute>,
  ctx: Context,
): Promise<Reply> {
  const { db } = ctx;
  const limit = query.limit ?? usualRows;
  if (limit > mostRows) throw invalidArgument(`limit: at most ${mostRows} rows at once`);
  const columns = askedColumns(query.columns);
  const keys = readSort(query.sort ?? 'id=desc');
  const project = await db.selectFrom('projects').select('id').where('id', '=', projectId).executeTakeFirst();
  if (!project) throw notFound('project', projectId);
  const { offset = 0, filter } = query;
  const search = projectExperiments(
    { projectId, archived: query.archived ?? false, filter, ids: query.ids?.split(',').map(Number) },
    experimentOrder(keys, { ties: 'desc' }),
  );
  const find = (tx: Tx) => findPage(ctx, tx, search, { offset, limit: limit === 0 ? -2 : limit });
  const [range, page] = await Promise.all([
    columns.includes('searcherMetricsVal') ? rangeOf(db, projectId) : null,
    inIndexOrder(keys) && query.filter === undefined ? inTransaction(db, find) : boundedSearch(ctx, find),
  ]);
  const rows = await readExperimentRows(db, page.ids, columns);
  return { total: page.pagination.total, range, rows };
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
