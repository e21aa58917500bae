import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../../../identity/roles/shared/visible.ts';
import { columnName, isOfRuns } from '../../../column-store/shared/cells.ts';
import type { Listed, PackedQuery } from '../../../column-store/shared/packed-query.ts';
import type { Join } from '../column-tables.ts';
import type { OrderPart } from '../list-order.ts';
import type { FilterNode } from '../search-filter.ts';
import { readLoose } from './loose-rows.ts';
import { listTable } from './narrow.ts';
import { type InScope, readPackedState } from './packed-state.ts';
import { readSets } from './read-sets.ts';
import type { NamedColumns, SetOfRows } from './split-filter.ts';

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

/** The projects that are looked through. */
export function scopeOf(
  ctx: Pick<Searcher, 'rights'>,
  { of, projectId }: Pick<PackedSearch, 'of' | 'projectId'>,
): InScope {
  return (project) =>
    sql<SqlBool>`(${visible(of, ctx, { project })} and ${projectId === 0 ? sql`true` : sql`${sql.ref(project)} = ${projectId}`})`;
}

type Wanted = Pick<PackedQuery, 'plan' | 'order' | 'asked'> & {
  columns: NamedColumns;
  /** Of each the ids are found. */
  sets: readonly SetOfRows[];
};

/** A query with all that it needs of the database; and about how many rows the list has. */
export async function readQuery(ctx: Searcher, tx: Tx, search: PackedSearch, { columns, sets, ...wanted }: Wanted) {
  const { of } = search;
  const inScope = scopeOf(ctx, search);
  const table = listTable(search, inScope);
  const { state, entries } = await readPackedState(tx, search, inScope);
  const query: PackedQuery = {
    of,
    ...state,
    columns: columns.columns.map((column) => ({ name: columnName(column), ofRun: isOfRuns(column) })),
    loose: await readLoose(tx, of, columns.columns, inScope),
    sets: [],
    within: null,
    ...wanted,
    seconds: ctx.master.config.db.search_timeout_seconds,
  };
  const outOf = entries + query.loose.ids.length;
  query.sets = await readSets(tx, { of, inScope, table, outOf }, sets);
  return { query, table, outOf };
}
