import type { Tx } from '#platform/db/database.ts';
import type { PackedColumn } from '../../../column-store/shared/cells.ts';
import { columnThread } from '../../../column-store/shared/column-threads.ts';
import type { CountedText, Typed } from '../../../column-store/shared/find-values.ts';
import type { Moves } from '../../../column-store/shared/moves/moves-with.ts';
import { onlyColumns } from '../../../column-store/shared/packed-query.ts';
import type { FilterNode } from '../search-filter.ts';
import { everyExperiment, packedQuery } from './packed-search.ts';
import { givenTo } from './packed-state.ts';
import type { PackedSearch, Searcher } from './read-query.ts';

const everything = { offset: 0, limit: -1 };

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
  const query = await packedQuery(ctx, tx, { ...search, filter, order: [] }, everything);
  return givenTo(tx, (given) => columnThread(ctx.master).call('values', query, typed, given));
}

/** What may go with a metric. */
export interface MovingColumns {
  ofRuns: readonly PackedColumn[];
  ofExperiments: readonly PackedColumn[];
}

export interface PackedMoves {
  /** Runs that are found. */
  rows: number;
  /** Of each column, in their order. */
  ofRuns: (Moves | null)[];
  ofExperiments: (Moves | null)[];
}

/** Of runs and of experiments so many columns are in memory at once, however many are asked for. */
const columnsAtOnce = 32;

/** How columns of runs and of their experiments go with a metric over all runs that are found. */
export async function findPackedMoves(
  ctx: Searcher,
  tx: Tx,
  search: PackedSearch,
  metric: PackedColumn,
  { ofRuns, ofExperiments }: MovingColumns,
): Promise<PackedMoves> {
  const query = await packedQuery(ctx, tx, { ...search, order: [] }, everything, [metric, ...ofRuns]);
  const experiments =
    ofExperiments.length === 0 ? null : await packedQuery(ctx, tx, everyExperiment(search), everything, ofExperiments);
  const found: PackedMoves = { rows: 0, ofRuns: [], ofExperiments: [] };
  for (let from = 0; from === 0 || from < Math.max(ofRuns.length, ofExperiments.length); from += columnsAtOnce) {
    const placesIn = (columns: readonly PackedColumn[]) => [...columns.keys()].slice(from, from + columnsAtOnce);
    const [own, theirs] = [placesIn(ofRuns), placesIn(ofExperiments)];
    // The metric comes first.
    const asked = onlyColumns(query, [0, ...own.map((place) => place + 1)]);
    // Nothing is asked of their best runs.
    const of = experiments && theirs.length > 0 ? { ...onlyColumns(experiments, theirs), runBlocks: [] } : null;
    const { rows, moves } = await givenTo(tx, (given) =>
      columnThread(ctx.master).call('moves', asked, 1 + own.length, of, given),
    );
    found.rows = rows;
    found.ofRuns.push(...moves.slice(0, own.length));
    found.ofExperiments.push(...moves.slice(own.length));
  }
  return found;
}
