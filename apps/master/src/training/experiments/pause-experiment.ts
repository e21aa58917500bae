import type { pauseExperimentRoute, pauseExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { transitionExperiment } from '../life/shared/experiment-life.ts';
import { actOnExperiment, actOnExperiments, type ExperimentAct } from './act-on-experiments.ts';

const pause: ExperimentAct = {
  action: 'pause',
  usualStates: ['STATE_ACTIVE'],
  act: (ctx, tx, experiment) =>
    transitionExperiment(ctx.master, tx, experiment, {
      to: 'PAUSED',
      reason: 'user requested pause',
      userId: ctx.user.id,
    }),
};

export const pauseExperiment: Handler<typeof pauseExperimentRoute> = async ({ id }, ctx) => {
  await actOnExperiment(ctx, id, pause);
  return {};
};

export const pauseExperiments: Handler<typeof pauseExperimentsRoute> = (request, ctx) =>
  actOnExperiments(ctx, request, pause);
