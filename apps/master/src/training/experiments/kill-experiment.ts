import type { killExperimentRoute, killExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { transitionExperiment } from '../life/shared/experiment-life.ts';
import { actOnExperiment, actOnExperiments, type ExperimentAct, liveStates } from './act-on-experiments.ts';

const kill: ExperimentAct = {
  action: 'kill',
  usualStates: liveStates,
  act: (ctx, tx, experiment) =>
    transitionExperiment(ctx.master, tx, experiment, {
      to: 'STOPPING_KILLED',
      reason: 'user requested kill',
      userId: ctx.user.id,
    }),
};

export const killExperiment: Handler<typeof killExperimentRoute> = async ({ id }, ctx) => {
  await actOnExperiment(ctx, id, kill);
  return {};
};

export const killExperiments: Handler<typeof killExperimentsRoute> = (request, ctx) =>
  actOnExperiments(ctx, request, kill);
