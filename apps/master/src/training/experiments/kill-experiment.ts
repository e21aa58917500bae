import type { killExperimentRoute, killExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { actOnExperiment, actOnExperiments } from './act-on-experiments.ts';
import { kill } from './shared/experiment-acts.ts';

export const killExperiment: Handler<typeof killExperimentRoute> = async ({ id }, ctx) => {
  await actOnExperiment(ctx, id, kill);
  return {};
};

export const killExperiments: Handler<typeof killExperimentsRoute> = (request, ctx) =>
  actOnExperiments(ctx, request, kill);
