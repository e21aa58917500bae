import type { moveRunsRoute } from '@determined/contract/training/runs-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { checkDestination } from '../experiments/shared/move-to-project.ts';
import { actOnRuns } from './act-on-runs.ts';
import { moveTo } from './shared/run-acts.ts';

/** Facts: platform semantics 6.10. */
export const moveRuns: Handler<typeof moveRunsRoute> = async (request, ctx) => {
  const { sourceProjectId: projectId, destinationProjectId: to, skipMultitrial: skipMultiTrial } = request;
  if (projectId === to) return { results: [] };
  await checkDestination(ctx.db, to);
  return actOnRuns(ctx, { ...request, projectId }, moveTo(to), { skipMultiTrial });
};
