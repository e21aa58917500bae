import type {
  archiveExperimentRoute,
  archiveExperimentsRoute,
  unarchiveExperimentRoute,
  unarchiveExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Handler } from '#platform/http/serve.ts';
import { experimentChanged } from '../life/shared/experiment-events.ts';
import type { ExperimentRow } from '../life/shared/experiment-state.ts';
import { actOnExperiment, actOnExperiments, type ExperimentAct, endedStates } from './act-on-experiments.ts';

const archive: ExperimentAct = {
  action: 'archive',
  usualStates: endedStates,
  act: (_ctx, tx, experiment) => setArchived(tx, experiment, true),
};
const unarchive: ExperimentAct = {
  action: 'unarchive',
  usualStates: endedStates,
  act: (_ctx, tx, experiment) => setArchived(tx, experiment, false),
};

async function setArchived(tx: Tx, experiment: ExperimentRow, archived: boolean): Promise<void> {
  await tx.updateTable('experiments').set({ archived }).where('id', '=', experiment.id).execute();
  publish(tx, experimentChanged, { experimentId: experiment.id, projectId: experiment.project_id });
}

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
