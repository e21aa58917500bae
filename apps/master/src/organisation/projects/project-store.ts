import { alreadyExists } from '@determined/contract/errors.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { TryAgain } from '#platform/db/transaction.ts';
import { forgetVisits } from '../../identity/users/shared/project-visits.ts';
import { projectChanged } from './project-events.ts';
import type { ProjectsTable } from './project-tables.ts';
import { projectDeleting } from './shared/project-hooks.ts';

export type ProjectRow = Selectable<ProjectsTable>;

/** A project with what is true of its workspace. */
export type HeldProject = ProjectRow & { workspaceArchived: boolean };

/** The project as it stays until the transaction ends, as does its workspace; with `to` another one, too. */
export async function holdProject(tx: Tx, id: number, to?: number): Promise<HeldProject | undefined> {
  const known = await tx.selectFrom('projects').select('workspace_id').where('id', '=', id).executeTakeFirst();
  if (!known) return undefined;
  const { workspace_id } = known;
  const around = tx
    .selectFrom('workspaces')
    .select(['id', 'archived'])
    .where('id', 'in', to === undefined ? [workspace_id] : [workspace_id, to])
    .orderBy('id');
  const workspaces = await lockRows(tx, 'workspace', around, { to: to === undefined ? 'keep' : 'delete', key: 'id' });
  const asked = tx.selectFrom('projects').selectAll().where('id', '=', id);
  const [project] = await lockRows(tx, 'project', asked, { to: 'delete', key: 'id' });
  // Somebody has just taken it elsewhere.
  if (project && project.workspace_id !== workspace_id) throw new TryAgain('the project has been moved');
  const workspace = workspaces.find((one) => one.id === workspace_id);
  return project && { ...project, workspaceArchived: workspace?.archived === true };
}

export async function insertProject(tx: Tx, project: Insertable<ProjectsTable>): Promise<ProjectRow> {
  const row = await unique(project, tx.insertInto('projects').values(project).returningAll().executeTakeFirstOrThrow());
  publish(tx, projectChanged, { projectId: row.id, workspaceId: row.workspace_id });
  return row;
}

export async function updateProject(tx: Tx, id: number, change: Updateable<ProjectsTable>): Promise<ProjectRow> {
  const update = tx.updateTable('projects').set(change).where('id', '=', id).returningAll();
  const row = await unique(change, update.executeTakeFirstOrThrow());
  publish(tx, projectChanged, { projectId: id, workspaceId: row.workspace_id });
  return row;
}

export async function deleteProjectRow(tx: Tx, { id, workspace_id }: ProjectRow): Promise<void> {
  await projectDeleting.run(tx, { projectId: id });
  await forgetVisits(tx, id);
  await tx.deleteFrom('projects').where('id', '=', id).execute();
  publish(tx, projectChanged, { projectId: id, workspaceId: workspace_id });
}

/** PostgreSQL names the constraint that a duplicate broke. */
async function unique<T>({ name, key }: { name?: string; key?: string }, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const { constraint } = error as { constraint?: unknown };
    if (constraint === 'projects_key_key') throw alreadyExists(`project key ${key} is already in use`);
    if (constraint === 'projects_workspace_id_name_key') {
      throw alreadyExists(
        name === undefined
          ? 'a project with this name already exists in target workspace'
          : `project name ${name} is already in use`,
      );
    }
    throw error;
  }
}
