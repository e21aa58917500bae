import type {
  cancelExperimentRoute,
  cancelExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { transitionExperiment } from '../life/shared/experiment-life.ts';
import { actOnExperiment, actOnExperiments, type ExperimentAct, liveStates } from './act-on-experiments.ts';

const cancel: ExperimentAct = {
  action: 'cancel',
  usualStates: liveStates,
  act: (ctx, tx, experiment) =>
    transitionExperiment(ctx.master, tx, experiment, {
      to: 'STOPPING_CANCELED',
      reason: 'user requested cancellation',
      userId: ctx.user.id,
    }),
};

export const cancelExperiment: Handler<typeof cancelExperimentRoute> = async ({ id }, ctx) => {
  await actOnExperiment(ctx, id, cancel);
  return {};
};

export const cancelExperiments: Handler<typeof cancelExperimentsRoute> = (request, ctx) =>
  actOnExperiments(ctx, request, cancel);
