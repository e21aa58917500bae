import type {
  deleteExperimentRoute,
  deleteExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { actOnExperiment, actOnExperiments } from './act-on-experiments.ts';
import { remove } from './shared/experiment-acts.ts';

export const deleteExperiment: Handler<typeof deleteExperimentRoute> = async ({ experimentId }, ctx) => {
  await actOnExperiment(ctx, experimentId, remove());
  return {};
};

export const deleteExperiments: Handler<typeof deleteExperimentsRoute> = (request, ctx) =>
  actOnExperiments(ctx, request, remove());
