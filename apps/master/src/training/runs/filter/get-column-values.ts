import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getColumnValuesRoute } from '@determined/contract/training/values-ext-routes.ts';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import { findColumnValues } from '../../columns/shared/search/column-values.ts';
import { tableSearch } from './table-search.ts';

/** Nobody looks through more, or chooses what is longer from a list. */
const limits = { most: 20, longest: 200 };

/** The commonest texts in a column of a project's runs or experiments. */
export async function getColumnValues(
  { params: { projectId }, query }: ExtRequestOf<typeof getColumnValuesRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof getColumnValuesRoute>> {
  const { of, typed: part = '', archived = false, filter, ...column } = query;
  const search = tableSearch(ctx, of, { projectId, archived, filter });
  return boundedSearch(ctx, async (tx) => ({
    values: await findColumnValues(ctx, tx, search, column, { ...limits, part }),
  }));
}
