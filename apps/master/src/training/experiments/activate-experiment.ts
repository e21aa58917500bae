import type {
  activateExperimentRoute,
  activateExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { transitionExperiment } from '../life/shared/experiment-life.ts';
import { actOnExperiment, actOnExperiments, type ExperimentAct } from './act-on-experiments.ts';

const activate: ExperimentAct = {
  action: 'activate',
  usualStates: ['STATE_PAUSED'],
  act: (ctx, tx, experiment) =>
    transitionExperiment(ctx.master, tx, experiment, {
      to: 'ACTIVE',
      reason: 'user requested activation',
      userId: ctx.user.id,
    }),
};

export const activateExperiment: Handler<typeof activateExperimentRoute> = async ({ id }, ctx) => {
  await actOnExperiment(ctx, id, activate);
  return {};
};

export const activateExperiments: Handler<typeof activateExperimentsRoute> = (request, ctx) =>
  actOnExperiments(ctx, request, activate);
