import * as contract from '@determined/contract/organisation/config-policies-routes.ts';
import { type Served, serve } from '#platform/http/serve.ts';
import { deleteGlobalConfigPolicies, deleteWorkspaceConfigPolicies } from './delete-config-policies.ts';
import { getGlobalConfigPolicies, getWorkspaceConfigPolicies } from './get-config-policies.ts';
import { putGlobalConfigPolicies, putWorkspaceConfigPolicies } from './put-config-policies.ts';

export const configPoliciesRoutes: Served[] = [
  serve(contract.putWorkspaceConfigPoliciesRoute, putWorkspaceConfigPolicies),
  serve(contract.putGlobalConfigPoliciesRoute, putGlobalConfigPolicies),
  serve(contract.getWorkspaceConfigPoliciesRoute, getWorkspaceConfigPolicies),
  serve(contract.getGlobalConfigPoliciesRoute, getGlobalConfigPolicies),
  serve(contract.deleteWorkspaceConfigPoliciesRoute, deleteWorkspaceConfigPolicies),
  serve(contract.deleteGlobalConfigPoliciesRoute, deleteGlobalConfigPolicies),
];
