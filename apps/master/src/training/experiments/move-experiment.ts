import type { moveExperimentRoute, moveExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { actOnExperiment, actOnExperiments } from './act-on-experiments.ts';
import { moveTo } from './shared/experiment-acts.ts';
import { checkDestination } from './shared/move-to-project.ts';

export const moveExperiment: Handler<typeof moveExperimentRoute> = async (request, ctx) => {
  await checkDestination(ctx.db, request.destinationProjectId);
  await actOnExperiment(ctx, request.experimentId, moveTo(request.destinationProjectId));
  return {};
};

export const moveExperiments: Handler<typeof moveExperimentsRoute> = async (request, ctx) => {
  await checkDestination(ctx.db, request.destinationProjectId);
  return actOnExperiments(ctx, request, moveTo(request.destinationProjectId));
};
