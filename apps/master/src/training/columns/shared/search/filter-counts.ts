import type { Tx } from '#platform/db/database.ts';
import { columnThread } from '../../../column-store/shared/column-threads.ts';
import type { LineCounts } from '../../../column-store/shared/count-lines.ts';
import { withoutConfigured } from './packed-search.ts';
import { givenTo } from './packed-state.ts';
import { type PackedSearch, readQuery, type Searcher } from './read-query.ts';
import { NamedColumns, planOf, planOfLines, type SetOfRows } from './split-filter.ts';

/** How many rows of a table each line of a filter over it finds. `tx` sees one moment throughout. */
export async function findFilterCounts(
  ctx: Searcher,
  tx: Tx,
  table: PackedSearch,
  asked: Pick<PackedSearch, 'filter' | 'joins'>,
): Promise<LineCounts> {
  const columns = new NamedColumns();
  const sets: SetOfRows[] = [];
  const plan = planOf(await withoutConfigured(ctx, tx, table, table.filter), columns, sets);
  const lines = planOfLines(await withoutConfigured(ctx, tx, table, asked.filter), columns, sets);
  const search = { ...table, joins: new Set([...table.joins, ...asked.joins]) };
  const wanted = { columns, sets, plan, order: [], asked: { offset: 0, limit: -1 } };
  const { query } = await readQuery(ctx, tx, search, wanted);
  return givenTo(tx, (given) => columnThread(ctx.master).call('counts', query, lines, given));
}
