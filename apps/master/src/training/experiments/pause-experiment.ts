import type { pauseExperimentRoute, pauseExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { actOnExperiment, actOnExperiments } from './act-on-experiments.ts';
import { pause } from './shared/experiment-acts.ts';

export const pauseExperiment: Handler<typeof pauseExperimentRoute> = async ({ id }, ctx) => {
  await actOnExperiment(ctx, id, pause);
  return {};
};

export const pauseExperiments: Handler<typeof pauseExperimentsRoute> = (request, ctx) =>
  actOnExperiments(ctx, request, pause);
