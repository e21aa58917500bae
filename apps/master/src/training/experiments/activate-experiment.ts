import type {
  activateExperimentRoute,
  activateExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { actOnExperiment, actOnExperiments } from './act-on-experiments.ts';
import { activate } from './shared/experiment-acts.ts';

export const activateExperiment: Handler<typeof activateExperimentRoute> = async ({ id }, ctx) => {
  await actOnExperiment(ctx, id, activate);
  return {};
};

export const activateExperiments: Handler<typeof activateExperimentsRoute> = (request, ctx) =>
  actOnExperiments(ctx, request, activate);
