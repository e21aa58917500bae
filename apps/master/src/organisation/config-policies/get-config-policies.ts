import type {
  getGlobalConfigPoliciesRoute,
  getWorkspaceConfigPoliciesRoute,
} from '@determined/contract/organisation/config-policies-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { policiesView } from './policy-view.ts';
import { workloadTypeOf } from './read-policies-text.ts';
import { clusterScope, readPolicies } from './shared/config-policies.ts';
import { workspaceScope } from './workspace-scope.ts';

/** Empty where there are none. */
export const getWorkspaceConfigPolicies: Handler<typeof getWorkspaceConfigPoliciesRoute> = async (request, { db }) => {
  const workloadType = workloadTypeOf(request.workloadType);
  const scope = await workspaceScope(db, request.workspaceId);
  return { configPolicies: policiesView(await readPolicies(db, scope, workloadType)) };
};

export const getGlobalConfigPolicies: Handler<typeof getGlobalConfigPoliciesRoute> = async (request, { db }) => {
  const workloadType = workloadTypeOf(request.workloadType);
  return { configPolicies: policiesView(await readPolicies(db, clusterScope, workloadType)) };
};
