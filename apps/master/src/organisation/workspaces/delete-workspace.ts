import { failedPrecondition, notFound } from '@determined/contract/errors.ts';
import type { deleteWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { workspaceDeleting } from './shared/workspace-hooks.ts';
import { deleteWorkspaceRow, holdWorkspace } from './workspace-store.ts';

/** Deletes a workspace with its projects. One with experiments is refused: those are deleted or moved first. */
export const deleteWorkspace: Handler<typeof deleteWorkspaceRoute> = async ({ id }, ctx) => {
  await inTransaction(ctx.db, async (tx) => {
    const row = await holdWorkspace(tx, id);
    if (!row) throw notFound('workspace', id);
    if (row.immutable) throw failedPrecondition(`workspace (${id}) is immutable and cannot be deleted`);
    await workspaceDeleting.run(tx, { workspaceId: id });
    await deleteWorkspaceRow(tx, id);
  });
  return { completed: true };
};
