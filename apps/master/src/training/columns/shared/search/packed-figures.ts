import type { Tx } from '#platform/db/database.ts';
import type { PackedColumn } from '../../../column-store/shared/cells.ts';
import { columnThread } from '../../../column-store/shared/column-threads.ts';
import type { CountedText, Typed } from '../../../column-store/shared/find-values.ts';
import type { FoundMoves } from '../../../column-store/shared/moves/find-moves.ts';
import type { FilterNode } from '../search-filter.ts';
import { packedQuery } from './packed-search.ts';
import { givenTo } from './packed-state.ts';
import type { PackedSearch, Searcher } from './read-query.ts';

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
  const query = await packedQuery(ctx, tx, { ...search, filter, order: [] }, { offset: 0, limit: -1 });
  return givenTo(tx, (given) => columnThread(ctx.master).call('values', query, typed, given));
}

/** How columns go with a metric over everything that is found. */
export async function findPackedMoves(
  ctx: Searcher,
  tx: Tx,
  search: PackedSearch,
  metric: PackedColumn,
  others: readonly PackedColumn[],
): Promise<FoundMoves> {
  const named = [metric, ...others];
  const query = await packedQuery(ctx, tx, { ...search, order: [] }, { offset: 0, limit: -1 }, named);
  return givenTo(tx, (given) => columnThread(ctx.master).call('moves', query, named.length, given));
}
