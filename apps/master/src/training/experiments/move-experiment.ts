import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { moveExperimentRoute, moveExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import { sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Handler } from '#platform/http/serve.ts';
import { rightsChanged } from '../../identity/roles/shared/rights-events.ts';
import { experimentChanged } from '../life/shared/experiment-events.ts';
import type { ExperimentRow } from '../life/shared/experiment-state.ts';
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
    .select(['p.archived', 'w.archived as workspaceArchived'])
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (!project) throw notFound('project', id);
  if (project.archived || project.workspaceArchived) {
    throw invalidArgument(`project (${id}) is archived and cannot add new experiments`);
  }
}

/** Its runs go with it and are numbered on in their new project. Facts: platform semantics 1.4. */
async function moveOne(tx: Tx, experiment: ExperimentRow, projectId: number): Promise<void> {
  const { id } = experiment;
  if (experiment.project_id === projectId) return;
  await tx.updateTable('experiments').set({ project_id: projectId }).where('id', '=', id).execute();
  await sql`with moved as (select id, row_number() over (order by id) as place from trials where experiment_id = ${id}),
      numbered as (
        update projects set last_local_id = last_local_id + (select count(*) from moved)
        where id = ${projectId} returning last_local_id)
    update trials t set local_id = n.last_local_id - (select count(*) from moved) + m.place
    from moved m, numbered n where t.id = m.id`.execute(tx);
  publish(tx, experimentChanged, { experimentId: id, projectId: experiment.project_id });
  publish(tx, experimentChanged, { experimentId: id, projectId });
  // Who might see it may be others now.
  publish(tx, rightsChanged, { userId: null });
}
