import type {
  archiveExperimentRoute,
  archiveExperimentsRoute,
  unarchiveExperimentRoute,
  unarchiveExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { actOnExperiment, actOnExperiments } from './act-on-experiments.ts';
import { archive, unarchive } from './shared/experiment-acts.ts';

export const archiveExperiment: Handler<typeof archiveExperimentRoute> = async ({ id }, ctx) => {
  await actOnExperiment(ctx, id, archive);
  return {};
};

export const archiveExperiments: Handler<typeof archiveExperimentsRoute> = (request, ctx) =>
  actOnExperiments(ctx, request, archive);

export const unarchiveExperiment: Handler<typeof unarchiveExperimentRoute> = async ({ id }, ctx) => {
  await actOnExperiment(ctx, id, unarchive);
  return {};
};

export const unarchiveExperiments: Handler<typeof unarchiveExperimentsRoute> = (request, ctx) =>
  actOnExperiments(ctx, request, unarchive);
