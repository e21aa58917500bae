import type {
  archiveExperimentRoute,
  archiveExperimentsRoute,
  unarchiveExperimentRoute,
  unarchiveExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { editExperiment } from '../life/shared/experiment-store.ts';
import { actOnExperiment, actOnExperiments, type ExperimentAct, endedStates } from './act-on-experiments.ts';

const archive: ExperimentAct = {
  action: 'archive',
  usualStates: endedStates,
  act: (_ctx, tx, experiment) => editExperiment(tx, experiment, { archived: true }),
};
const unarchive: ExperimentAct = {
  action: 'unarchive',
  usualStates: endedStates,
  act: (_ctx, tx, experiment) => editExperiment(tx, experiment, { archived: false }),
};

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
