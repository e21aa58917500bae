import type { Context } from '#platform/http/context.ts';
import type { Listed } from '../../column-store/shared/packed-query.ts';
import type { ListSearch } from '../../columns/shared/search/list-search.ts';
import { runSearch } from '../../columns/shared/search/run-search.ts';
import { projectExperiments, type ShownExperiments } from '../../experiments/shared/project-experiments.ts';

/** What a filter finds in a project's table of runs or experiments, in no order; who asks may see the project. */
export function tableSearch(ctx: Pick<Context, 'rights'>, of: Listed, shown: ShownExperiments): ListSearch {
  const { projectId, archived, filter } = shown;
  return of === 'run' ? runSearch(ctx, { projectId, archived, filter }) : projectExperiments(shown, []);
}
