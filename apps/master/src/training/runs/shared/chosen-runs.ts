import { invalidArgument } from '@determined/contract/errors.ts';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import { findIds } from '../../columns/shared/search/list-search.ts';
import { runSearch } from '../../columns/shared/search/run-search.ts';

type Searcher = Pick<Context, 'db' | 'master' | 'user' | 'rights'>;

/** What a bulk call on runs is about, as its request says it. */
interface RunChoice {
  runIds: readonly number[];
  /** JSON text, as the search takes it. */
  filter?: string;
  /** Where a filter looks. */
  projectId: number;
}

/**
 * The runs that a bulk call is about: its ids as they are, each once (what they may and whether they are there is asked of
 * each), or what its filter finds in the project of what the caller may see, by id. Throws InvalidArgument for both at
 * once, for a filter that asks for nothing, and for one that makes no sense or takes too long.
 */
export async function chosenRuns(ctx: Searcher, { runIds, filter, projectId }: RunChoice): Promise<number[]> {
  if (filter === undefined) return [...new Set(runIds)];
  if (runIds.length > 0) throw invalidArgument('if filter is provided run id list must be empty');
  const search = runSearch(ctx, { projectId, filter });
  if (search.empty) throw invalidArgument('filter: at least one condition must be given');
  return boundedSearch(ctx, (tx) => findIds(ctx, tx, search));
}
