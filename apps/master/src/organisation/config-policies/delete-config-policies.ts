import type {
  deleteGlobalConfigPoliciesRoute,
  deleteWorkspaceConfigPoliciesRoute,
} from '@determined/contract/organisation/config-policies-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { deletePolicies } from './policy-store.ts';
import { workloadTypeOf } from './read-policies-text.ts';
import { clusterScope } from './shared/config-policies.ts';
import { workspaceScope } from './workspace-scope.ts';

export const deleteWorkspaceConfigPolicies: Handler<typeof deleteWorkspaceConfigPoliciesRoute> = async (
  request,
  ctx,
) => {
  const workloadType = workloadTypeOf(request.workloadType);
  const scope = await workspaceScope(ctx.db, request.workspaceId);
  await inTransaction(ctx.db, (tx) => deletePolicies(tx, scope, workloadType));
  return {};
};

export const deleteGlobalConfigPolicies: Handler<typeof deleteGlobalConfigPoliciesRoute> = async (request, ctx) => {
  const workloadType = workloadTypeOf(request.workloadType);
  await inTransaction(ctx.db, (tx) => deletePolicies(tx, clusterScope, workloadType));
  return {};
};
