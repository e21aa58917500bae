import type { Db, Tx } from '#platform/db/database.ts';
import { hasExperiments } from '../delete-projects-of.ts';
import { deleteProjectRow, holdProject, updateProject } from '../project-store.ts';

export interface ProjectDeletion {
  id: number;
  requestedAt: string;
  requestedBy: number;
}

/** Projects that wait for their experiments to go, in the order in which somebody asked. */
export async function projectsBeingDeleted(db: Db): Promise<ProjectDeletion[]> {
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'user_id', 'deletion_requested_at', 'deletion_requested_by'])
    .where('state', '=', 'DELETING')
    .orderBy('deletion_requested_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    requestedAt: row.deletion_requested_at ?? '',
    requestedBy: row.deletion_requested_by ?? row.user_id,
  }));
}

/** Deletes a project whose experiments are gone. */
export async function finishProject(tx: Tx, id: number): Promise<void> {
  const project = await holdProject(tx, id);
  if (project?.state === 'DELETING' && !(await hasExperiments(tx, id))) await deleteProjectRow(tx, project);
}

/** The reason is shown; who deletes it again begins anew. */
export async function failProject(tx: Tx, id: number, reason: string): Promise<void> {
  const project = await holdProject(tx, id);
  if (project?.state === 'DELETING') await updateProject(tx, id, { state: 'DELETE_FAILED', error_message: reason });
}
