import type { PatchWorkspace } from '@determined/contract/organisation/workspaces-generated.ts';
import type { patchWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import type { Updateable } from 'kysely';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { partialAgentUserColumns } from '../../identity/shared/agent-user-group.ts';
import { bindNamespaces } from './bind-namespaces.ts';
import { readWorkspace } from './get-workspace.ts';
import { holdOpenWorkspace } from './shared/hold-open-workspace.ts';
import { checkDefaultPool, checkWorkspaceName, readWorkspaceStorage } from './workspace-rules.ts';
import { updateWorkspace, type WorkspaceRow } from './workspace-store.ts';
import type { WorkspacesTable } from './workspace-tables.ts';

export const patchWorkspace: Handler<typeof patchWorkspaceRoute> = async ({ id, workspace: asked }, ctx) => {
  const namespaceBindings = await inTransaction(ctx.db, async (tx) => {
    const row = await holdOpenWorkspace(tx, id);
    const change = asked ? await changeOf(asked, row, ctx) : {};
    const after = { ...row, ...change };
    if (Object.keys(change).length > 0) {
      await updateWorkspace(tx, id, change);
      await recordAudit(tx, ctx, { action: 'change', kind: 'workspace', id, name: after.name, before: row, after });
    }
    return bindNamespaces(tx, ctx, after, { namespaces: asked?.clusterNamespaceMeta ?? {} });
  });
  return { workspace: await readWorkspace(ctx.db, id, ctx.user.id), namespaceBindings };
};

/** Who may change which field stands in the contract. */
async function changeOf(asked: PatchWorkspace, row: WorkspaceRow, ctx: Context): Promise<Updateable<WorkspacesTable>> {
  const { master } = ctx;
  const change: Updateable<WorkspacesTable> = {};
  if (asked.name !== null && asked.name !== row.name) {
    checkWorkspaceName(asked.name);
    change.name = asked.name;
  }
  if (asked.agentUserGroup) {
    Object.assign(change, partialAgentUserColumns(asked.agentUserGroup));
  }
  if (asked.checkpointStorageConfig) {
    const storage = asked.checkpointStorageConfig;
    // Empty takes the workspace's own away.
    change.checkpoint_storage =
      Object.keys(storage).length === 0 ? null : JSON.stringify(readWorkspaceStorage(storage, row.checkpoint_storage));
  }
  const compute = asked.defaultComputeResourcePool ?? asked.defaultComputePool;
  const aux = asked.defaultAuxResourcePool ?? asked.defaultAuxPool;
  if (compute !== undefined) {
    await checkDefaultPool(ctx.db, master.config, { workspaceId: row.id, field: 'defaultComputePool', name: compute });
    change.default_compute_pool = compute;
  }
  if (aux !== undefined) {
    await checkDefaultPool(ctx.db, master.config, { workspaceId: row.id, field: 'defaultAuxPool', name: aux });
    change.default_aux_pool = aux;
  }
  return change;
}
