import type { moveExperimentRoute, moveExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { actOnExperiment, actOnExperiments, type ExperimentAct } from './act-on-experiments.ts';
import { checkDestination, moveToProject } from './shared/move-to-project.ts';

const moveTo = (projectId: number): ExperimentAct => ({
  action: 'move',
  usualStates: [],
  act: (_ctx, tx, experiment) => moveToProject(tx, experiment, projectId),
});

export const moveExperiment: Handler<typeof moveExperimentRoute> = async (request, ctx) => {
  await checkDestination(ctx.db, request.destinationProjectId);
  await actOnExperiment(ctx, request.experimentId, moveTo(request.destinationProjectId));
  return {};
};

export const moveExperiments: Handler<typeof moveExperimentsRoute> = async (request, ctx) => {
  await checkDestination(ctx.db, request.destinationProjectId);
  return actOnExperiments(ctx, request, moveTo(request.destinationProjectId));
};
