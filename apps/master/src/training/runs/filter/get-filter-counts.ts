import { invalidArgument } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import { mostCountedLines } from '@determined/contract/training/column-facts.ts';
import type { getFilterCountsRoute } from '@determined/contract/training/values-ext-routes.ts';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import { findFilterCounts } from '../../columns/shared/search/filter-counts.ts';
import type { FilterNode } from '../../columns/shared/search-filter.ts';
import { tableSearch } from './table-search.ts';

/** How many of a project's runs or experiments each line of a filter finds. */
export async function getFilterCounts(
  { params: { projectId }, query }: ExtRequestOf<typeof getFilterCountsRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof getFilterCountsRoute>> {
  const { of, filter, archived = false, always } = query;
  const table = tableSearch(ctx, of, { projectId, archived, filter: always });
  const asked = tableSearch(ctx, of, { projectId, archived, filter });
  if (linesIn(asked.filter) > mostCountedLines)
    throw invalidArgument(`filter: more than ${mostCountedLines} conditions and groups are not counted`);
  return boundedSearch(ctx, (tx) => findFilterCounts(ctx, tx, table, asked));
}

/** How many conditions and groups stand in a group. */
const linesIn = (node: FilterNode): number =>
  node.kind === 'and' || node.kind === 'or' ? node.parts.reduce((sum, part) => sum + 1 + linesIn(part), 0) : 0;
