import { failedPrecondition, notFound } from '@determined/contract/errors.ts';
import type { Tx } from '#platform/db/database.ts';
import { holdWorkspace, type WorkspaceRow } from '../workspace-store.ts';

/**
 * A workspace that may be changed and put into, locked until the transaction ends. What is archived or built in is
 * refused.
 */
export async function holdOpenWorkspace(tx: Tx, id: number): Promise<WorkspaceRow> {
  const row = await holdTakingWorkspace(tx, id, 'projects');
  if (row.immutable) throw failedPrecondition(`workspace (${id}) is immutable and cannot add new projects`);
  return row;
}

/** The same for things that the built-in workspace takes as well. */
export async function holdTakingWorkspace(tx: Tx, id: number, things: string): Promise<WorkspaceRow> {
  const row = await holdWorkspace(tx, id);
  if (!row) throw notFound('workspace', id);
  if (row.state === 'DELETING')
    throw failedPrecondition(`workspace (${id}) is being deleted and cannot add new ${things}`);
  if (row.archived) throw failedPrecondition(`workspace (${id}) is archived and cannot add new ${things}`);
  return row;
}
