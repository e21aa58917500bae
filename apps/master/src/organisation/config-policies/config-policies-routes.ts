import * as contract from '@determined/contract/organisation/config-policies-routes.ts';
import { notImplemented, type Served, serve } from '#platform/http/serve.ts';

export const configPoliciesRoutes: Served[] = [
  serve(contract.putWorkspaceConfigPoliciesRoute, notImplemented),
  serve(contract.putGlobalConfigPoliciesRoute, notImplemented),
  serve(contract.getWorkspaceConfigPoliciesRoute, notImplemented),
  serve(contract.getGlobalConfigPoliciesRoute, notImplemented),
  serve(contract.deleteWorkspaceConfigPoliciesRoute, notImplemented),
  serve(contract.deleteGlobalConfigPoliciesRoute, notImplemented),
];
