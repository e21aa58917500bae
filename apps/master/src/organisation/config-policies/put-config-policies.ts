import { invalidArgument } from '@determined/contract/errors.ts';
import type {
  putGlobalConfigPoliciesRoute,
  putWorkspaceConfigPoliciesRoute,
} from '@determined/contract/organisation/config-policies-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { refuseGlobalConflict, refuseOwnConflict } from './policy-conflicts.ts';
import { deletePolicies, policyName, storePolicies } from './policy-store.ts';
import { policiesView, unmaskPolicies } from './policy-view.ts';
import { readPoliciesText, workloadTypeOf } from './read-policies-text.ts';
import { clusterScope, policiesSaving, readPolicies } from './shared/config-policies.ts';
import { workspaceScope } from './workspace-scope.ts';

/** What is sent takes the place of all that there was. Work that is there already stays as it is. */
export const putWorkspaceConfigPolicies: Handler<typeof putWorkspaceConfigPoliciesRoute> = async (request, ctx) =>
  put(ctx, await workspaceScope(ctx.db, request.workspaceId), request);

export const putGlobalConfigPolicies: Handler<typeof putGlobalConfigPoliciesRoute> = (request, ctx) =>
  put(ctx, clusterScope, request);

async function put(ctx: Context, scope: number, request: { workloadType: string; configPolicies: string }) {
  const workloadType = workloadTypeOf(request.workloadType);
  if (request.configPolicies === '') throw invalidArgument('no specified config policies');
  const asked = await readPoliciesText(request.configPolicies, workloadType, `user ${ctx.user.id}`);
  return inTransaction(ctx.db, async (tx) => {
    const before = await readPolicies(tx, scope, workloadType);
    const policies = unmaskPolicies(asked, before);
    const { invariant_config: invariant, constraints } = policies;
    if (invariant) {
      await policiesSaving.run(tx, { workloadType, invariant });
      refuseOwnConflict(invariant, constraints ?? {});
      const general = scope === clusterScope ? undefined : await readPolicies(tx, clusterScope, workloadType);
      refuseGlobalConflict(invariant, general?.constraints ?? {});
    }
    if (Object.keys(policies).length === 0) await deletePolicies(tx, scope, workloadType);
    else await storePolicies(tx, { scope, workload_type: workloadType }, policies, ctx.user.id);
    const shown = { before: policiesView(before), after: policiesView(policies) };
    const which = policyName(scope, workloadType);
    await recordAudit(tx, ctx, { action: 'change', kind: 'configPolicy', ...which, ...shown });
    return { configPolicies: policiesView(policies) };
  });
}
