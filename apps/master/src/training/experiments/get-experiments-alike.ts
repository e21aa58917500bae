import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getExperimentsAlikeRoute } from '@determined/contract/training/ext-routes.ts';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import { readAlikeExperiments } from '../columns/shared/experiment-rows.ts';
import { findWhere } from '../columns/shared/search/list-search.ts';
import { projectExperiments } from './shared/project-experiments.ts';

/** What is chosen of a project's experiments, of those alike one each. */
export async function getExperimentsAlike(
  { params: { projectId }, body: { filter, archived, except } }: ExtRequestOf<typeof getExperimentsAlikeRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof getExperimentsAlikeRoute>> {
  const search = projectExperiments({ projectId, archived, filter }, []);
  return boundedSearch(ctx, async (tx) => ({
    alike: await readAlikeExperiments(tx, { found: await findWhere(ctx, tx, search), except }),
  }));
}
