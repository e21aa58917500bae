import { failedPrecondition } from '@determined/contract/errors.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { deleteProjectRow } from './project-store.ts';

/** Deletes the projects of a workspace that is being deleted; refuses where one of them has experiments. */
export async function deleteProjectsOf(tx: Tx, workspaceId: number): Promise<void> {
  const asked = tx.selectFrom('projects').selectAll().where('workspace_id', '=', workspaceId).orderBy('id');
  const projects = await lockRows(tx, 'project', asked, { to: 'delete', key: 'id' });
  for (const project of projects) {
    if (await hasExperiments(tx, project.id)) {
      throw failedPrecondition(`workspace (${workspaceId}) contains experiments; move or delete experiments first`);
    }
    await deleteProjectRow(tx, project);
  }
}

export async function hasExperiments(tx: Tx, projectId: number): Promise<boolean> {
  const one = await tx.selectFrom('experiments').select('id').where('project_id', '=', projectId).limit(1).execute();
  return one.length > 0;
}
