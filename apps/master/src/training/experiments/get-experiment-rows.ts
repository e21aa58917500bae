import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import { experimentsWith } from '../columns/shared/column-tables.ts';
import { askedColumns, readExperimentRows } from '../columns/shared/experiment-rows.ts';
import { experimentOrder, inIndexOrder, readSort } from '../columns/shared/list-order.ts';

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
  const order = experimentOrder(keys, { ties: 'desc' });
  const project = await db.selectFrom('projects').select('id').where('id', '=', projectId).executeTakeFirst();
  if (!project) throw notFound('project', projectId);
  const only = query.experimentId === undefined ? sql`true` : sql`e.id = ${query.experimentId}`;
  const where = sql`e.project_id = ${projectId} and ${only} and e.state <> 'DELETING' and ${query.archived ? sql`true` : sql`not e.archived`}`;
  const wanted = sql<{ id: number }>`select e.id from ${experimentsWith(order)} where ${where}
      order by ${order.sql} limit ${limit} offset ${query.offset ?? 0}`;
  const [total, range, page] = await Promise.all([
    countOf(db, projectId, query.archived ?? false),
    columns.includes('searcherMetricsVal') ? rangeOf(db, projectId) : null,
    inIndexOrder(keys) ? wanted.execute(db) : boundedSearch(ctx, (tx) => wanted.execute(tx)),
  ]);
  const ids = page.rows.map((row) => row.id);
  const rows = await readExperimentRows(db, ids, columns);
  return { total: query.experimentId === undefined ? total : rows.length, range, rows };
}

async function countOf(db: Db, projectId: number, archived: boolean): Promise<number> {
  const counted = await db
    .selectFrom('experiment_counts')
    .select(({ fn }) => fn.sum<number | null>('total').as('total'))
    .where('project_id', '=', projectId)
    .where('archived', 'in', [false, archived])
    .where('deleting', '=', false)
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
