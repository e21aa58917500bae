import type { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { giveCreatorsRole } from '../../identity/roles/shared/give-creators-role.ts';
import { partialAgentUserColumns } from '../../identity/shared/agent-user-group.ts';
import { checkDefaultPool } from './default-pools.ts';
import { readWorkspace } from './get-workspace.ts';
import { refuseNamespaces } from './namespaces.ts';
import { checkWorkspaceName } from './workspace-name-rules.ts';
import { readWorkspaceStorage } from './workspace-storage.ts';
import { insertWorkspace } from './workspace-store.ts';

/** The creator owns it and has it pinned. */
export const createWorkspace: Handler<typeof postWorkspaceRoute> = async (request, ctx) => {
  const { name, agentUserGroup, checkpointStorageConfig: storage } = request;
  checkWorkspaceName(name);
  refuseNamespaces(request.clusterNamespaceMeta, request.clusterQuotaPairs);
  const { config } = ctx.master;
  for (const field of ['defaultComputePool', 'defaultAuxPool'] as const) {
    await checkDefaultPool(ctx.db, config, { workspaceId: 0, field, name: request[field] });
  }
  const row = await inTransaction(ctx.db, async (tx) => {
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
    return made;
  });
  const workspace = await readWorkspace(ctx.db, row.id, ctx.user.id);
  return { workspace: { ...workspace, pinnedAt: undefined } };
};
