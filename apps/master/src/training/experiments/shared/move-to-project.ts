import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import { publish } from '#platform/bus/bus.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { rightsChanged } from '../../../identity/shared/rights-events.ts';
import type { ActedExperiment } from '../../life/shared/experiment-state.ts';
import { editExperiments } from '../../life/shared/experiment-store.ts';
import { renumberTrials } from '../../life/shared/trial-store.ts';

/** Nothing is moved into what is archived. */
export async function checkDestination(db: Db, id: number): Promise<void> {
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

/** Their runs go with them and are numbered on in their new project. Facts: platform semantics 1.4. */
export async function moveToProject(tx: Tx, experiments: readonly ActedExperiment[], projectId: number): Promise<void> {
  const moving = experiments.filter(({ project_id }) => project_id !== projectId);
  if (moving.length === 0) return;
  await editExperiments(
    tx,
    moving.map((experiment) => ({ experiment, edit: { projectId } })),
  );
  await renumberTrials(
    tx,
    moving.map(({ id }) => id),
    projectId,
  );
  // Who might see them may be others now.
  publish(tx, rightsChanged, { userId: null });
}
