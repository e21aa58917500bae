import type {
  deleteGlobalConfigPoliciesRoute,
  deleteWorkspaceConfigPoliciesRoute,
} from '@determined/contract/organisation/config-policies-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { deletePolicies, policyName } from './policy-store.ts';
import { workloadTypeOf } from './read-policies-text.ts';
import { clusterScope, type WorkloadType } from './shared/config-policies.ts';
import { workspaceScope } from './workspace-scope.ts';

export const deleteWorkspaceConfigPolicies: Handler<typeof deleteWorkspaceConfigPoliciesRoute> = async (
  request,
  ctx,
) => {
  const workloadType = workloadTypeOf(request.workloadType);
  const scope = await workspaceScope(ctx.db, request.workspaceId);
  await remove(ctx, scope, workloadType);
  return {};
};

export const deleteGlobalConfigPolicies: Handler<typeof deleteGlobalConfigPoliciesRoute> = async (request, ctx) => {
  const workloadType = workloadTypeOf(request.workloadType);
  await remove(ctx, clusterScope, workloadType);
  return {};
};

function remove(ctx: Context, scope: number, workloadType: WorkloadType): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    await deletePolicies(tx, scope, workloadType);
    await recordAudit(tx, ctx, { action: 'delete', kind: 'configPolicy', ...policyName(scope, workloadType) });
  });
}
