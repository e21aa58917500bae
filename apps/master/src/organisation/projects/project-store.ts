import { alreadyExists } from '@determined/contract/errors.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { forgetVisits } from '../../identity/users/shared/project-visits.ts';
import { projectChanged } from './project-events.ts';
import type { ProjectsTable } from './project-tables.ts';

export type ProjectRow = Selectable<ProjectsTable>;

/** The project as it stays until the transaction ends. */
export function holdProject(tx: Tx, id: number): Promise<ProjectRow | undefined> {
  return tx.selectFrom('projects').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
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
