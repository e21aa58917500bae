import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { moveExperimentRoute, moveExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import { publish } from '#platform/bus/bus.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Handler } from '#platform/http/serve.ts';
import { rightsChanged } from '../../identity/roles/shared/rights-events.ts';
import type { ExperimentRow } from '../life/shared/experiment-state.ts';
import { editExperiment } from '../life/shared/experiment-store.ts';
import { renumberTrials } from '../life/shared/trial-store.ts';
import { actOnExperiment, actOnExperiments, type ExperimentAct } from './act-on-experiments.ts';

const moveTo = (projectId: number): ExperimentAct => ({
  action: 'move',
  usualStates: [],
  act: (_ctx, tx, experiment) => moveOne(tx, experiment, projectId),
});

export const moveExperiment: Handler<typeof moveExperimentRoute> = async (request, ctx) => {
  await checkDestination(ctx.db, request.destinationProjectId);
  await actOnExperiment(ctx, request.experimentId, moveTo(request.destinationProjectId));
  return {};
};

export const moveExperiments: Handler<typeof moveExperimentsRoute> = async (request, ctx) => {
  await checkDestination(ctx.db, request.destinationProjectId);
  return actOnExperiments(ctx, request, moveTo(request.destinationProjectId));
};

/** Nothing is moved into what is archived. */
async function checkDestination(db: Db, id: number): Promise<void> {
  const project = await db
    .selectFrom('projects as p')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .select(['p.archived', 'p.state', 'w.archived as workspaceArchived'])
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (!project) throw notFound('project', id);
  if (project.state === 'DELETING') {
    throw invalidArgument(`project (${id}) is being deleted and cannot add new experiments`);
  }
  if (project.archived || project.workspaceArchived) {
    throw invalidArgument(`project (${id}) is archived and cannot add new experiments`);
  }
}

/** Its runs go with it and are numbered on in their new project. Facts: platform semantics 1.4. */
async function moveOne(tx: Tx, experiment: ExperimentRow, projectId: number): Promise<void> {
  if (experiment.project_id === projectId) return;
  await editExperiment(tx, experiment, { projectId });
  await renumberTrials(tx, experiment.id, projectId);
  // Who might see it may be others now.
  publish(tx, rightsChanged, { userId: null });
}
