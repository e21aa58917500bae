import type { Asked } from '@determined/contract/paging.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../../../identity/roles/shared/visible.ts';
import { columnName } from '../../../column-store/shared/cells.ts';
import { columnThread } from '../../../column-store/shared/column-threads.ts';
import type { FoundPage } from '../../../column-store/shared/find-rows.ts';
import type { CountedText, Typed } from '../../../column-store/shared/find-values.ts';
import type { Ids, Listed, PackedQuery } from '../../../column-store/shared/packed-query.ts';
import type { Join } from '../column-tables.ts';
import type { OrderPart } from '../list-order.ts';
import type { FilterNode } from '../search-filter.ts';
import { readLoose } from './loose-rows.ts';
import { listTable, narrowed, orderKeys } from './narrow.ts';
import { idsOf } from './packed-ids.ts';
import { givenTo, type InScope, readPackedState } from './packed-state.ts';
import { NamedColumns, planOf, splitFilter } from './split-filter.ts';

/** A list whose filter or order asks for packed columns. */
export interface PackedSearch {
  of: Listed;
  /** 0: all projects. */
  projectId: number;
  filter: FilterNode;
  /** Tables that the conditions of the filter name. */
  joins: ReadonlySet<Join>;
  /** Selects the `id`s that are not shown, whatever is asked. */
  hidden: RawBuilder<unknown>;
  order: readonly OrderPart[];
}

export type Searcher = Pick<Context, 'db' | 'master' | 'user' | 'rights'>;

/** A page of what is found, in order. `tx` sees one moment throughout. */
export async function findPackedPage(ctx: Searcher, tx: Tx, search: PackedSearch, asked: Asked): Promise<FoundPage> {
  const query = await prepare(ctx, tx, search, asked);
  return givenTo(tx, (given) => columnThread(ctx.master).call('page', query, given));
}

/** Everything that is found, in no order. */
export async function findPackedIds(ctx: Searcher, tx: Tx, search: PackedSearch): Promise<Ids> {
  const query = await prepare(ctx, tx, search, { offset: 0, limit: -1 });
  return givenTo(tx, (given) => columnThread(ctx.master).call('ids', query, given));
}

/** The commonest texts that a column has in what is found. */
export async function findPackedValues(
  ctx: Searcher,
  tx: Tx,
  search: PackedSearch,
  column: Extract<FilterNode, { kind: 'cells' }>,
  typed: Typed,
): Promise<CountedText[]> {
  // The column comes first, so that it is the query's first one.
  const filter: FilterNode = { kind: 'and', parts: [column, search.filter] };
  const query = await prepare(ctx, tx, { ...search, filter, order: [] }, { offset: 0, limit: -1 });
  return givenTo(tx, (given) => columnThread(ctx.master).call('values', query, typed, given));
}

/** The projects that are looked through. */
export function scopeOf(
  ctx: Pick<Searcher, 'rights'>,
  { of, projectId }: Pick<PackedSearch, 'of' | 'projectId'>,
): InScope {
  return (project) =>
    sql<SqlBool>`(${visible(of, ctx, { project })} and ${projectId === 0 ? sql`true` : sql`${sql.ref(project)} = ${projectId}`})`;
}

async function prepare(ctx: Searcher, tx: Tx, search: PackedSearch, asked: Asked): Promise<PackedQuery> {
  const { of } = search;
  const columns = new NamedColumns();
  const sets: RawBuilder<SqlBool>[] = [];
  const filter = of === 'run' ? await withoutConfigured(ctx, tx, search, search.filter) : search.filter;
  const { condition, rest } = splitFilter(filter);
  const plan = planOf(rest ?? { kind: 'all' }, columns, sets);
  const order = orderKeys(search.order, columns);
  const inScope = scopeOf(ctx, search);
  const table = listTable(search, inScope);
  const { state, entries } = await readPackedState(tx, search, inScope);
  const query: PackedQuery = {
    of,
    ...state,
    columns: columns.columns.map((column) => ({ name: columnName(column), ofRun: column.source !== 'configured' })),
    loose: await readLoose(tx, of, columns.columns, inScope),
    plan,
    sets: [],
    within: null,
    order: order.map(({ key }) => key),
    asked,
    seconds: ctx.master.config.db.search_timeout_seconds,
  };
  for (const set of sets) query.sets.push(await idsOf(tx, table.idsWhere(set)));
  const placed = order.filter((part) => part.sql !== undefined);
  if (!condition && placed.length === 0) return query;
  // What only the database knows is asked of those rows alone that the columns leave.
  const left = await givenTo(tx, (given) => columnThread(ctx.master).call('ids', query, given));
  const outOf = entries + query.loose.ids.length;
  const { within, places } = await narrowed(tx, table, { left, outOf, condition, placed });
  const keys = order.map(({ key }) => (key.by === 'places' ? { ...key, places: places.shift() ?? key.places } : key));
  // What is left has met the plan.
  return { ...query, plan: { kind: 'all' }, within, order: keys };
}

/** What a run's experiment configures is asked of the experiments first. */
async function withoutConfigured(ctx: Searcher, tx: Tx, search: PackedSearch, node: FilterNode): Promise<FilterNode> {
  if (node.kind === 'and' || node.kind === 'or') {
    const parts: FilterNode[] = [];
    for (const part of node.parts) parts.push(await withoutConfigured(ctx, tx, search, part));
    return { kind: node.kind, parts };
  }
  if (node.kind !== 'cells' || node.column.source !== 'configured') return node;
  const hidden = sql`select null::int as id where false`;
  const ofExperiments = { of: 'experiment', filter: node, joins: new Set<Join>(), hidden, order: [] } as const;
  const ids = await findPackedIds(ctx, tx, { ...search, ...ofExperiments });
  return { kind: 'sql', sql: sql<SqlBool>`m.experiment_id = any(${`{${ids.join()}}`}::int[])` };
}
