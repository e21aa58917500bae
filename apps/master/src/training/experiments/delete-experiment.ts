import type {
  deleteExperimentRoute,
  deleteExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { beginDeletion } from '../deletion/shared/begin-deletion.ts';
import { actOnExperiment, actOnExperiments, type ExperimentAct, endedStates } from './act-on-experiments.ts';

const remove: ExperimentAct = {
  action: 'delete',
  usualStates: endedStates,
  act: async (ctx, tx, experiment) => {
    await beginDeletion(ctx.master, tx, experiment, { userId: ctx.user.id });
    await recordAudit(tx, ctx, { action: 'delete', kind: 'experiment', id: experiment.id });
  },
};

export const deleteExperiment: Handler<typeof deleteExperimentRoute> = async ({ experimentId }, ctx) => {
  await actOnExperiment(ctx, experimentId, remove);
  return {};
};

export const deleteExperiments: Handler<typeof deleteExperimentsRoute> = (request, ctx) =>
  actOnExperiments(ctx, request, remove);
