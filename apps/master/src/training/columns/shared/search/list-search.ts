import type { Asked } from '@determined/contract/paging.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { FoundPage } from '../../../column-store/shared/find-rows.ts';
import { type Expression, experimentsWith, type Join, runsWith } from '../column-tables.ts';
import { orderSql } from '../list-order.ts';
import { readIdPage } from './id-page.ts';
import { findPackedIds, findPackedPage } from './packed-search.ts';
import type { PackedSearch, Searcher } from './read-query.ts';
import { splitFilter } from './split-filter.ts';

/** A list of runs or experiments: what it shows, which of that is asked for, and in which order. */
export interface ListSearch extends PackedSearch {
  /** What is shown at all: visible, in the project, not hidden. */
  shown: RawBuilder<SqlBool>;
  /** Selects the `total` of what is shown, where that is known without counting. */
  known?: RawBuilder<unknown>;
}

/** One page. `tx` sees one moment throughout (`boundedSearch`). */
export async function findPage(ctx: Searcher, tx: Tx, search: ListSearch, asked: Asked): Promise<FoundPage> {
  const { condition, rest } = splitFilter(search.filter);
  const [orderBy, fromLast] = [orderSql(search.order), orderSql(search.order, 'last')];
  if (rest || !orderBy || !fromLast) return findPackedPage(ctx, tx, search, asked);
  const { id, from, where } = statement(search, condition);
  const counted = sql`select count(*) as total from ${from()} where ${where}`;
  const inOrder = (by: Expression) => sql`select ${id} from ${from(by)} where ${where} order by ${by.sql}`;
  return readIdPage(tx, asked, {
    counted: condition ? counted : (search.known ?? counted),
    found: inOrder(orderBy),
    backwards: inOrder(fromLast),
  });
}

/** All of it, by id. */
export async function findIds(ctx: Searcher, tx: Tx, search: ListSearch): Promise<number[]> {
  const { condition, rest } = splitFilter(search.filter);
  if (rest) return [...(await findPackedIds(ctx, tx, search)).sort()];
  const { id, from, where } = statement(search, condition);
  const found = await sql<{ id: number }>`select ${id} from ${from()} where ${where} order by ${id}`.execute(tx);
  return found.rows.map((row) => row.id);
}

/** Of which statements about experiments or runs can be made. */
export interface Found {
  /** Tables that the condition names. */
  joins: ReadonlySet<Join>;
  where: RawBuilder<SqlBool>;
}

/** All of it, as a condition: the ids themselves travel only where the database alone does not know what is found. */
export async function findWhere(ctx: Searcher, tx: Tx, search: ListSearch): Promise<Found> {
  const { condition, rest } = splitFilter(search.filter);
  const { id, where } = statement(search, condition);
  if (!rest) return { joins: search.joins, where };
  const ids = [...(await findPackedIds(ctx, tx, search))];
  return { joins: new Set(), where: sql<SqlBool>`${id} = any(${ids}::int[])` };
}

function statement({ of, shown, ...search }: ListSearch, condition: RawBuilder<SqlBool> | undefined) {
  const isRun = of === 'run';
  return {
    id: isRun ? sql`t.id` : sql`e.id`,
    from: (...parts: { joins: Iterable<Join> }[]) =>
      isRun ? runsWith(search, ...parts) : experimentsWith(search, ...parts),
    where: condition ? sql<SqlBool>`(${shown} and ${condition})` : shown,
  };
}
