import { failedPrecondition, notFound } from '@determined/contract/errors.ts';
import type { deleteWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { checkDeletable } from './shared/check-deletable.ts';
import { deletionBegun } from './shared/place-deletion.ts';
import { workspaceDeleting } from './shared/workspace-hooks.ts';
import { deleteWorkspaceRow, hasProjects, holdWorkspace, updateWorkspace } from './workspace-store.ts';

/**
 * Deletes a workspace with what is in it. Projects that hold experiments go in the background, and the workspace after
 * them. Asked again it goes on, or begins anew after a failure. Facts: platform semantics 10.1.
 */
export const deleteWorkspace: Handler<typeof deleteWorkspaceRoute> = ({ id }, ctx) =>
  inTransaction(ctx.db, async (tx) => {
    const row = await holdWorkspace(tx, id);
    if (!row) throw notFound('workspace', id);
    if (row.immutable) throw failedPrecondition(`workspace (${id}) is immutable and cannot be deleted`);
    await checkDeletable(ctx, tx, { kind: 'workspace', id });
    await recordAudit(tx, ctx, { action: 'delete', kind: 'workspace', id, name: row.name });
    const asked = { by: ctx.user.id, at: ctx.master.clock.now() };
    await workspaceDeleting.run(tx, { workspaceId: id, asked });
    if (await hasProjects(tx, id)) {
      if (row.state !== 'DELETING') await updateWorkspace(tx, id, deletionBegun(asked.by, asked.at));
      return { completed: false };
    }
    await deleteWorkspaceRow(tx, id);
    return { completed: true };
  });
