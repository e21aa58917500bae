import { alreadyExists } from '@determined/contract/errors.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { sqlState } from '#platform/db/transaction.ts';
import { workspaceChanged } from './workspace-events.ts';
import type { WorkspacesTable } from './workspace-tables.ts';

export type WorkspaceRow = Selectable<WorkspacesTable>;

export function findWorkspace(db: Db, id: number): Promise<WorkspaceRow | undefined> {
  return db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The workspace as it stays until the transaction ends: nobody archives or removes it meanwhile. */
export async function holdWorkspace(tx: Tx, id: number): Promise<WorkspaceRow | undefined> {
  const asked = tx.selectFrom('workspaces').selectAll().where('id', '=', id);
  const [row] = await lockRows(tx, 'workspace', asked, { to: 'delete', key: 'id' });
  return row;
}

export async function insertWorkspace(tx: Tx, workspace: Insertable<WorkspacesTable>): Promise<WorkspaceRow> {
  const row = await uniqueName(tx.insertInto('workspaces').values(workspace).returningAll().executeTakeFirstOrThrow());
  await pinWorkspace(tx, row.id, row.user_id);
  publish(tx, workspaceChanged, { workspaceId: row.id });
  return row;
}

export async function updateWorkspace(tx: Tx, id: number, change: Updateable<WorkspacesTable>): Promise<WorkspaceRow> {
  const update = tx.updateTable('workspaces').set(change).where('id', '=', id).returningAll();
  const row = await uniqueName(update.executeTakeFirstOrThrow());
  publish(tx, workspaceChanged, { workspaceId: id });
  return row;
}

export async function deleteWorkspaceRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('workspaces').where('id', '=', id).execute();
  publish(tx, workspaceChanged, { workspaceId: id });
}

export async function hasProjects(db: Db, id: number): Promise<boolean> {
  const one = await db.selectFrom('projects').select('id').where('workspace_id', '=', id).limit(1).execute();
  return one.length > 0;
}

export async function pinWorkspace(tx: Tx, workspaceId: number, userId: number): Promise<void> {
  try {
    await tx.insertInto('workspace_pins').values({ workspace_id: workspaceId, user_id: userId }).execute();
  } catch (error) {
    if (sqlState(error) === '23505') throw alreadyExists(`workspace (${workspaceId}) is pinned already`);
    throw error;
  }
}

/** False when it was not pinned. */
export async function unpinWorkspace(tx: Tx, workspaceId: number, userId: number): Promise<boolean> {
  const removed = await tx
    .deleteFrom('workspace_pins')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return removed.numDeletedRows > 0n;
}

async function uniqueName<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    throw alreadyExists('avoid names equal to other workspaces (case-sensitive)');
  }
}
