import { route, signedIn } from '../route.ts';
import {
  bindRPToWorkspaceData,
  getKubernetesResourceManagersData,
  getResourcePoolsData,
  listRPsBoundToWorkspaceData,
  listWorkspacesBoundToRPData,
  overwriteRPWorkspaceBindingsData,
  unbindRPFromWorkspaceData,
} from './resource-pools-generated.ts';

// Pools bound only to workspaces one may not view are left out.
export const getResourcePoolsRoute = /* @__PURE__ */ route(getResourcePoolsData, {
  needs: { checks: [{ kind: 'scope', on: 'workspace', by: 'resourcePools', needs: ['VIEW_WORKSPACE'] }] },
  reads: ['resourcePool', 'agent', 'allocation'],
});
export const getKubernetesResourceManagersRoute = /* @__PURE__ */ route(getKubernetesResourceManagersData, {
  needs: signedIn,
  reads: [],
});
const mayBind = {
  permission: 'MODIFY_RP_WORKSPACE_BINDINGS',
  on: 'cluster',
  withoutRbac: 'admin',
  refusal: {
    withoutRoles: 'only admin privileged users can bind resource pool to a workspace',
    withRoles: 'current user "{user}" doesn\'t have permissions to modify resource pool bindings',
  },
} as const;
export const bindRPToWorkspaceRoute = /* @__PURE__ */ route(bindRPToWorkspaceData, {
  needs: mayBind,
  changes: ['resourcePool', 'workspace'],
});
export const unbindRPFromWorkspaceRoute = /* @__PURE__ */ route(unbindRPFromWorkspaceData, {
  needs: mayBind,
  changes: ['resourcePool', 'workspace'],
});
export const overwriteRPWorkspaceBindingsRoute = /* @__PURE__ */ route(overwriteRPWorkspaceBindingsData, {
  needs: mayBind,
  changes: ['resourcePool', 'workspace'],
});
export const listRPsBoundToWorkspaceRoute = /* @__PURE__ */ route(listRPsBoundToWorkspaceData, {
  needs: { permission: 'VIEW_WORKSPACE', on: 'workspace', by: 'workspaceId' },
  reads: ['resourcePool', 'workspace'],
});
// A pool bound to none of them does not exist for the caller.
export const listWorkspacesBoundToRPRoute = /* @__PURE__ */ route(listWorkspacesBoundToRPData, {
  needs: { checks: [{ kind: 'scope', on: 'workspace', by: 'workspaceIds', needs: ['VIEW_WORKSPACE'] }] },
  reads: ['resourcePool', 'workspace'],
});
