import { failedPrecondition, notFound } from '@determined/contract/errors.ts';
import type {
  archiveWorkspaceRoute,
  unarchiveWorkspaceRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { holdWorkspace, updateWorkspace } from './workspace-store.ts';

/** Nothing in it is changed or stopped; its projects are shown as archived. */
export const archiveWorkspace: Handler<typeof archiveWorkspaceRoute> = ({ id }, ctx) => setArchived(ctx, id, true);

export const unarchiveWorkspace: Handler<typeof unarchiveWorkspaceRoute> = ({ id }, ctx) => setArchived(ctx, id, false);

async function setArchived(ctx: Context, id: number, archived: boolean) {
  await inTransaction(ctx.db, async (tx) => {
    const row = await holdWorkspace(tx, id);
    if (!row) throw notFound('workspace', id);
    if (row.immutable) throw failedPrecondition(`workspace (${id}) is immutable and cannot be archived`);
    if (row.archived === archived) return;
    await updateWorkspace(tx, id, { archived });
    const [before, after] = [{ archived: row.archived }, { archived }];
    await recordAudit(tx, ctx, { action: 'change', kind: 'workspace', id, name: row.name, before, after });
  });
  return {};
}
