import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { deletionBegun, placeDeletionAsked } from '../workspaces/shared/place-deletion.ts';
import { deleteProjectRow, type ProjectRow, updateProject } from './project-store.ts';
import { projectDeletionAsked } from './shared/project-hooks.ts';

/** Deletes the projects of a workspace that is being deleted, those with experiments in the background. */
export async function deleteProjectsOf(tx: Tx, workspaceId: number, asked?: { by: number; at: Date }): Promise<void> {
  if (!asked) return;
  const query = tx.selectFrom('projects').selectAll().where('workspace_id', '=', workspaceId).orderBy('id');
  const projects = await lockRows(tx, 'project', query, { to: 'delete', key: 'id' });
  for (const project of projects) await deleteOrBegin(tx, project, asked);
}

/** Deletes a project that is locked, or begins to where it holds experiments; true when it is gone. */
export async function deleteOrBegin(tx: Tx, project: ProjectRow, asked: { by: number; at: Date }): Promise<boolean> {
  if (!(await hasExperiments(tx, project.id))) {
    await deleteProjectRow(tx, project);
    return true;
  }
  await projectDeletionAsked.run(tx, { projectId: project.id });
  if (project.state !== 'DELETING') await updateProject(tx, project.id, deletionBegun(asked.by, asked.at));
  publish(tx, placeDeletionAsked, { projectId: project.id });
  return false;
}

export async function hasExperiments(tx: Tx, projectId: number): Promise<boolean> {
  const one = await tx.selectFrom('experiments').select('id').where('project_id', '=', projectId).limit(1).execute();
  return one.length > 0;
}
