import type { Asked } from '@determined/contract/paging.ts';
import { type SqlBool, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { PackedColumn } from '../../../column-store/shared/cells.ts';
import { columnThread } from '../../../column-store/shared/column-threads.ts';
import type { FoundPage } from '../../../column-store/shared/find-rows.ts';
import type { Ids, PackedQuery } from '../../../column-store/shared/packed-query.ts';
import type { Join } from '../column-tables.ts';
import type { FilterNode } from '../search-filter.ts';
import { narrowed, orderKeys } from './narrow.ts';
import { givenTo } from './packed-state.ts';
import { type PackedSearch, readQuery, type Searcher } from './read-query.ts';
import { NamedColumns, planOf, type SetOfRows, splitFilter } from './split-filter.ts';

/** A page of what is found, in order. `tx` sees one moment throughout. */
export async function findPackedPage(ctx: Searcher, tx: Tx, search: PackedSearch, asked: Asked): Promise<FoundPage> {
  const query = await packedQuery(ctx, tx, search, asked);
  return givenTo(tx, (given) => columnThread(ctx.master).call('page', query, given));
}

/** Everything that is found, in no order. */
export async function findPackedIds(ctx: Searcher, tx: Tx, search: PackedSearch): Promise<Ids> {
  const query = await packedQuery(ctx, tx, search, { offset: 0, limit: -1 });
  return givenTo(tx, (given) => columnThread(ctx.master).call('ids', query, given));
}

/** @param named these, each another one, are its first columns */
export async function packedQuery(
  ctx: Searcher,
  tx: Tx,
  search: PackedSearch,
  asked: Asked,
  named: readonly PackedColumn[] = [],
): Promise<PackedQuery> {
  const columns = new NamedColumns();
  for (const column of named) columns.add(column);
  const sets: SetOfRows[] = [];
  const filter = await withoutConfigured(ctx, tx, search, search.filter);
  const { condition, rest } = splitFilter(filter);
  const plan = planOf(rest ?? { kind: 'all' }, columns, sets);
  const order = orderKeys(search.order, columns);
  const keys = order.map(({ key }) => key);
  const { query, table, outOf } = await readQuery(ctx, tx, search, { columns, sets, plan, order: keys, asked });
  const placed = order.filter((part) => part.sql !== undefined);
  if (!condition && placed.length === 0) return query;
  // What only the database knows is asked of those rows alone that the columns leave.
  const left = await givenTo(tx, (given) => columnThread(ctx.master).call('ids', query, given));
  const { within, places } = await narrowed(tx, table, { left, outOf, condition, placed });
  const placedKeys = keys.map((key) => (key.by === 'places' ? { ...key, places: places.shift() ?? key.places } : key));
  // What is left has met the plan.
  return { ...query, plan: { kind: 'all' }, within, order: placedKeys };
}

/** All experiments where runs are searched, whatever is shown of them: it is runs that are shown. */
export const everyExperiment = ({ projectId }: Pick<PackedSearch, 'projectId'>): PackedSearch => ({
  of: 'experiment',
  projectId,
  filter: { kind: 'all' },
  joins: new Set<Join>(),
  hidden: sql`select null::int as id where false`,
  order: [],
});

/** What a run's experiment configures is asked of the experiments first. */
export async function withoutConfigured(
  ctx: Searcher,
  tx: Tx,
  search: PackedSearch,
  node: FilterNode,
): Promise<FilterNode> {
  if (search.of === 'experiment') return node;
  if (node.kind === 'and' || node.kind === 'or') {
    const parts: FilterNode[] = [];
    for (const part of node.parts) parts.push(await withoutConfigured(ctx, tx, search, part));
    return { kind: node.kind, parts };
  }
  if (node.kind !== 'cells' || node.column.source !== 'configured') return node;
  const ids = await findPackedIds(ctx, tx, { ...everyExperiment(search), filter: node });
  return { kind: 'sql', sql: sql<SqlBool>`m.experiment_id = any(${`{${ids.join()}}`}::int[])` };
}
