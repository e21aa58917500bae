import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getRunsAlikeRoute } from '@determined/contract/training/ext-routes.ts';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import { readAlikeRuns } from '../columns/shared/run-rows.ts';
import { findWhere } from '../columns/shared/search/list-search.ts';
import { runSearch } from '../columns/shared/search/run-search.ts';

/** What is chosen of a project's runs, of those alike one each. */
export async function getRunsAlike(
  { params: { projectId }, body: { filter, archived, except } }: ExtRequestOf<typeof getRunsAlikeRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof getRunsAlikeRoute>> {
  const search = runSearch(ctx, { projectId, archived, filter });
  return boundedSearch(ctx, async (tx) => ({
    alike: await readAlikeRuns(tx, { found: await findWhere(ctx, tx, search), except }),
  }));
}
