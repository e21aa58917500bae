import type { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { giveCreatorsRole } from '../../identity/roles/shared/give-creators-role.ts';
import { partialAgentUserColumns } from '../../identity/shared/agent-user-group.ts';
import { bindNamespaces } from './bind-namespaces.ts';
import { readWorkspace } from './get-workspace.ts';
import { checkDefaultPool, checkWorkspaceName, readWorkspaceStorage } from './workspace-rules.ts';
import { insertWorkspace } from './workspace-store.ts';

/** The creator owns it and has it pinned. */
export const createWorkspace: Handler<typeof postWorkspaceRoute> = async (request, ctx) => {
  const { name, agentUserGroup, checkpointStorageConfig: storage } = request;
  checkWorkspaceName(name);
  const { config } = ctx.master;
  for (const field of ['defaultComputePool', 'defaultAuxPool'] as const) {
    await checkDefaultPool(ctx.db, config, { workspaceId: 0, field, name: request[field] });
  }
  const { id, namespaceBindings } = await inTransaction(ctx.db, async (tx) => {
    const made = await insertWorkspace(tx, {
      name,
      user_id: ctx.user.id,
      ...(agentUserGroup
        ? partialAgentUserColumns(agentUserGroup)
        : { agent_uid: null, agent_gid: null, agent_user: null, agent_group: null }),
      checkpoint_storage: storage ? JSON.stringify(readWorkspaceStorage(storage, null)) : null,
      default_compute_pool: request.defaultComputePool,
      default_aux_pool: request.defaultAuxPool,
    });
    await recordAudit(tx, ctx, { action: 'create', kind: 'workspace', id: made.id, name });
    await giveCreatorsRole(tx, ctx, made.id);
    const asked = { namespaces: request.clusterNamespaceMeta, quotas: request.clusterQuotaPairs };
    return { id: made.id, namespaceBindings: await bindNamespaces(tx, ctx, made, asked) };
  });
  const workspace = await readWorkspace(ctx.db, id, ctx.user.id);
  return { workspace: { ...workspace, pinnedAt: undefined }, namespaceBindings };
};
