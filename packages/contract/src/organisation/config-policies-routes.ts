import { route } from '../route.ts';
import {
  deleteGlobalConfigPoliciesData,
  deleteWorkspaceConfigPoliciesData,
  getGlobalConfigPoliciesData,
  getWorkspaceConfigPoliciesData,
  putGlobalConfigPoliciesData,
  putWorkspaceConfigPoliciesData,
} from './config-policies-generated.ts';

export const putWorkspaceConfigPoliciesRoute = /* @__PURE__ */ route(putWorkspaceConfigPoliciesData, {
  needs: {
    permission: 'MODIFY_WORKSPACE_CONFIG_POLICIES',
    and: ['VIEW_WORKSPACE'],
    on: 'workspace',
    by: 'workspaceId',
    withoutRbac: 'owner',
    refusal: { withoutRoles: 'only admins may set config policies for workspaces' },
  },
  changes: ['configPolicy'],
});
export const putGlobalConfigPoliciesRoute = /* @__PURE__ */ route(putGlobalConfigPoliciesData, {
  needs: { permission: 'MODIFY_GLOBAL_CONFIG_POLICIES', on: 'cluster', withoutRbac: 'admin' },
  changes: ['configPolicy'],
});
export const getWorkspaceConfigPoliciesRoute = /* @__PURE__ */ route(getWorkspaceConfigPoliciesData, {
  needs: { permission: 'VIEW_WORKSPACE_CONFIG_POLICIES', and: ['VIEW_WORKSPACE'], on: 'workspace', by: 'workspaceId' },
  reads: ['configPolicy'],
});
export const getGlobalConfigPoliciesRoute = /* @__PURE__ */ route(getGlobalConfigPoliciesData, {
  needs: { permission: 'VIEW_GLOBAL_CONFIG_POLICIES', on: 'cluster' },
  reads: ['configPolicy'],
});
export const deleteWorkspaceConfigPoliciesRoute = /* @__PURE__ */ route(deleteWorkspaceConfigPoliciesData, {
  needs: {
    permission: 'MODIFY_WORKSPACE_CONFIG_POLICIES',
    and: ['VIEW_WORKSPACE'],
    on: 'workspace',
    by: 'workspaceId',
    withoutRbac: 'owner',
    refusal: { withoutRoles: 'only admins may set config policies for workspaces' },
  },
  changes: ['configPolicy'],
});
export const deleteGlobalConfigPoliciesRoute = /* @__PURE__ */ route(deleteGlobalConfigPoliciesData, {
  needs: { permission: 'MODIFY_GLOBAL_CONFIG_POLICIES', on: 'cluster', withoutRbac: 'admin' },
  changes: ['configPolicy'],
});
