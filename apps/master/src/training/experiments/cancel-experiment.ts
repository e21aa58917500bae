import type {
  cancelExperimentRoute,
  cancelExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { actOnExperiment, actOnExperiments } from './act-on-experiments.ts';
import { cancel } from './shared/experiment-acts.ts';

export const cancelExperiment: Handler<typeof cancelExperimentRoute> = async ({ id }, ctx) => {
  await actOnExperiment(ctx, id, cancel);
  return {};
};

export const cancelExperiments: Handler<typeof cancelExperimentsRoute> = (request, ctx) =>
  actOnExperiments(ctx, request, cancel);
