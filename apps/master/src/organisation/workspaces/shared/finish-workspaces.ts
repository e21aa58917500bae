import { textOfError } from '@determined/contract/errors.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction, wouldFailAgain } from '#platform/db/transaction.ts';
import type { Master } from '#platform/master.ts';
import { deleteWorkspaceRow, holdWorkspace, updateWorkspace } from '../workspace-store.ts';
import { workspaceDeleting } from './workspace-hooks.ts';

/** Deletes the workspaces that were waiting for their projects to go, and fails those of which one could not. */
export async function finishWorkspaces({ db, log }: Master): Promise<void> {
  const rows = await db.selectFrom('workspaces').select('id').where('state', '=', 'DELETING').orderBy('id').execute();
  for (const { id } of rows) {
    try {
      await inTransaction(db, (tx) => finish(tx, id));
    } catch (error) {
      if (!wouldFailAgain(error)) throw error;
      log.error({ err: error, workspaceId: id }, 'a workspace could not be deleted');
      await inTransaction(db, (tx) => fail(tx, id, textOfError(error)));
    }
  }
}

async function finish(tx: Tx, id: number): Promise<void> {
  const row = await holdWorkspace(tx, id);
  if (row?.state !== 'DELETING') return;
  const projects = await tx
    .selectFrom('projects')
    .select(['name', 'state', 'error_message'])
    .where('workspace_id', '=', id)
    .orderBy('id')
    .execute();
  if (projects.some(({ state }) => state === 'DELETING')) return;
  const [failed] = projects;
  if (failed) {
    return fail(tx, id, `project ${failed.name} could not be deleted: ${failed.error_message}`);
  }
  await workspaceDeleting.run(tx, { workspaceId: id });
  await deleteWorkspaceRow(tx, id);
}

async function fail(tx: Tx, id: number, error_message: string): Promise<void> {
  await updateWorkspace(tx, id, { state: 'DELETE_FAILED', error_message });
}
