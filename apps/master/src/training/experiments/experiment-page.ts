import type { Asked } from '@determined/contract/paging.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import { countsWith, type Expression, experimentsWith, type Join } from '../columns/shared/column-tables.ts';
import { readIdPage } from '../columns/shared/id-page.ts';
import { joinedExperiments } from './shared/experiment-view.ts';

interface Wanted {
  /** `counted`: true of the counts that are kept, too, so that no row is counted. */
  where: { sql: RawBuilder<SqlBool>; joins: Iterable<Join>; counted?: boolean };
  orderBy: Expression;
}

/** One page of experiments, with their details. */
export const experimentPage = (ctx: Context, asked: Asked, wanted: Wanted) =>
  boundedSearch(ctx, (tx) => readPage(tx, asked, wanted));

async function readPage(db: Tx, asked: Asked, { where, orderBy }: Wanted) {
  const all = where.counted
    ? sql`select coalesce(sum(e.total), 0) as total from ${countsWith(where)}`
    : sql`select count(*) as total from ${experimentsWith(where)}`;
  const { ids, pagination } = await readIdPage(db, asked, {
    counted: sql`${all} where ${where.sql}`,
    found: sql`select e.id from ${experimentsWith(where, orderBy)} where ${where.sql} order by ${orderBy.sql}`,
  });
  // Between the two queries all of them may have been deleted.
  const details = ids.length === 0 ? [] : await joinedExperiments(db).where('e.id', 'in', ids).execute();
  const byId = new Map(details.map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), pagination };
}
