import type { FieldsCheck } from '../checks.ts';
import { route, signedIn } from '../route.ts';
import {
  archiveWorkspaceData,
  bulkAutoCreateWorkspaceNamespaceBindingsData,
  deleteWorkspaceData,
  deleteWorkspaceNamespaceBindingsData,
  getKubernetesResourceQuotasData,
  getWorkspaceData,
  getWorkspaceProjectsData,
  getWorkspacesData,
  getWorkspacesWithDefaultNamespaceBindingsData,
  listWorkspaceNamespaceBindingsData,
  patchWorkspaceData,
  pinWorkspaceData,
  postWorkspaceData,
  setResourceQuotasData,
  setWorkspaceNamespaceBindingsData,
  unarchiveWorkspaceData,
  unpinWorkspaceData,
} from './workspaces-generated.ts';

export const getWorkspaceRoute = /* @__PURE__ */ route(getWorkspaceData, {
  needs: { permission: 'VIEW_WORKSPACE', on: 'workspace', by: 'id' },
  reads: ['workspace', 'project', 'experiment'],
});
// Id 0 means all workspaces.
export const getWorkspaceProjectsRoute = /* @__PURE__ */ route(getWorkspaceProjectsData, {
  needs: {
    permission: 'VIEW_WORKSPACE',
    on: 'workspace',
    by: 'id',
    checks: [{ kind: 'scope', on: 'project', by: 'projects', needs: ['VIEW_PROJECT'] }],
  },
  reads: ['project', 'workspace', 'experiment'],
});
export const getWorkspacesRoute = /* @__PURE__ */ route(getWorkspacesData, {
  needs: { checks: [{ kind: 'scope', on: 'workspace', by: 'workspaces', needs: ['VIEW_WORKSPACE'] }] },
  reads: ['workspace', 'project', 'experiment'],
});
const setsNamespaces = (field: string): FieldsCheck => ({
  kind: 'fields',
  of: 'request',
  on: 'cluster',
  by: [field],
  emptyIsAbsent: true,
  needs: ['SET_WORKSPACE_NAMESPACE_BINDINGS'],
  withoutRbac: 'admin',
  refusal: { withoutRoles: 'only admins may set workspace bindings' },
});
export const postWorkspaceRoute = /* @__PURE__ */ route(postWorkspaceData, {
  needs: {
    permission: 'CREATE_WORKSPACE',
    on: 'cluster',
    checks: [
      {
        kind: 'fields',
        of: 'request',
        on: 'cluster',
        by: ['agentUserGroup'],
        needs: ['SET_WORKSPACE_AGENT_USER_GROUP'],
        withoutRbac: 'admin',
        refusal: { withoutRoles: 'only admin privileged users can set workspace agent user groups' },
      },
      setsNamespaces('clusterNamespaceMeta'),
      {
        kind: 'fields',
        of: 'request',
        on: 'cluster',
        by: ['clusterQuotaPairs'],
        emptyIsAbsent: true,
        needs: ['SET_RESOURCE_QUOTAS'],
        withoutRbac: 'admin',
        refusal: { withoutRoles: 'only admins may set resource quotas' },
      },
    ],
  },
  changes: ['workspace', 'role'],
});
export const patchWorkspaceRoute = /* @__PURE__ */ route(patchWorkspaceData, {
  needs: {
    permission: 'VIEW_WORKSPACE',
    on: 'workspace',
    by: 'id',
    checks: [
      {
        kind: 'fields',
        of: 'request',
        on: 'workspace',
        by: ['workspace.name'],
        needs: ['UPDATE_WORKSPACE'],
        withoutRbac: 'owner',
        refusal: { withoutRoles: "only admins may set other user's workspaces names" },
      },
      {
        kind: 'fields',
        of: 'request',
        on: 'workspace',
        by: ['workspace.agentUserGroup'],
        needs: ['SET_WORKSPACE_AGENT_USER_GROUP'],
        withoutRbac: 'admin',
        refusal: { withoutRoles: 'only admin privileged users can set workspace agent user groups' },
      },
      {
        kind: 'fields',
        of: 'request',
        on: 'workspace',
        by: ['workspace.checkpointStorageConfig'],
        needs: ['SET_WORKSPACE_CHECKPOINT_STORAGE_CONFIG'],
        withoutRbac: 'owner',
        refusal: { withoutRoles: "only admins may set checkpoint storage config on other user's workspaces" },
      },
      {
        kind: 'fields',
        of: 'request',
        on: 'workspace',
        by: [
          'workspace.defaultComputePool',
          'workspace.defaultAuxPool',
          'workspace.defaultComputeResourcePool',
          'workspace.defaultAuxResourcePool',
        ],
        needs: ['SET_WORKSPACE_DEFAULT_RESOURCE_POOL'],
      },
      setsNamespaces('workspace.clusterNamespaceMeta'),
    ],
  },
  changes: ['workspace'],
});
export const deleteWorkspaceRoute = /* @__PURE__ */ route(deleteWorkspaceData, {
  needs: {
    permission: 'DELETE_WORKSPACE',
    on: 'workspace',
    by: 'id',
    withoutRbac: 'owner',
    refusal: { withoutRoles: "only admins may delete other user's workspaces" },
    // Decision 35: by deleting what holds them nobody deletes experiments that he may not delete alone.
    checks: [
      { kind: 'also', on: 'experiment', by: '', needs: ['DELETE_EXPERIMENT'], withoutRbac: 'owner', asked: 'handler' },
    ],
  },
  changes: [
    'workspace',
    'project',
    'template',
    'experiment',
    'run',
    'notebook',
    'shell',
    'command',
    'tensorboard',
    'task',
    'job',
  ],
});
export const archiveWorkspaceRoute = /* @__PURE__ */ route(archiveWorkspaceData, {
  needs: {
    permission: 'UPDATE_WORKSPACE',
    on: 'workspace',
    by: 'id',
    withoutRbac: 'owner',
    refusal: { withoutRoles: "only admins may archive other user's workspaces" },
  },
  changes: ['workspace', 'project', 'experiment', 'run'],
});
export const unarchiveWorkspaceRoute = /* @__PURE__ */ route(unarchiveWorkspaceData, {
  needs: {
    permission: 'UPDATE_WORKSPACE',
    on: 'workspace',
    by: 'id',
    withoutRbac: 'owner',
    refusal: { withoutRoles: "only admins may unarchive other user's workspaces" },
  },
  changes: ['workspace', 'project', 'experiment', 'run'],
});
export const pinWorkspaceRoute = /* @__PURE__ */ route(pinWorkspaceData, {
  needs: { permission: 'VIEW_WORKSPACE', on: 'workspace', by: 'id' },
  changes: ['workspace'],
});
export const unpinWorkspaceRoute = /* @__PURE__ */ route(unpinWorkspaceData, {
  needs: { permission: 'VIEW_WORKSPACE', on: 'workspace', by: 'id' },
  changes: ['workspace'],
});
export const setWorkspaceNamespaceBindingsRoute = /* @__PURE__ */ route(setWorkspaceNamespaceBindingsData, {
  needs: {
    permission: 'SET_WORKSPACE_NAMESPACE_BINDINGS',
    on: 'cluster',
    withoutRbac: 'admin',
    refusal: { withoutRoles: 'only admins may set workspace bindings' },
  },
  changes: ['workspace'],
});
export const setResourceQuotasRoute = /* @__PURE__ */ route(setResourceQuotasData, {
  needs: {
    permission: 'SET_RESOURCE_QUOTAS',
    on: 'cluster',
    withoutRbac: 'admin',
    refusal: { withoutRoles: 'only admins may set resource quotas' },
  },
  changes: ['workspace'],
});
export const listWorkspaceNamespaceBindingsRoute = /* @__PURE__ */ route(listWorkspaceNamespaceBindingsData, {
  needs: { permission: 'VIEW_WORKSPACE', on: 'workspace', by: 'id' },
  reads: ['workspace'],
});
export const getWorkspacesWithDefaultNamespaceBindingsRoute = /* @__PURE__ */ route(
  getWorkspacesWithDefaultNamespaceBindingsData,
  { needs: signedIn, reads: ['workspace'] },
);
export const bulkAutoCreateWorkspaceNamespaceBindingsRoute = /* @__PURE__ */ route(
  bulkAutoCreateWorkspaceNamespaceBindingsData,
  {
    needs: {
      permission: 'SET_WORKSPACE_NAMESPACE_BINDINGS',
      on: 'cluster',
      withoutRbac: 'admin',
      refusal: { withoutRoles: 'only admins may set workspace bindings' },
    },
    changes: ['workspace'],
  },
);
export const deleteWorkspaceNamespaceBindingsRoute = /* @__PURE__ */ route(deleteWorkspaceNamespaceBindingsData, {
  needs: {
    permission: 'SET_WORKSPACE_NAMESPACE_BINDINGS',
    on: 'cluster',
    withoutRbac: 'admin',
    refusal: {
      withoutRoles:
        'error deleting workspace-namespace bindings: failed to delete namespace binding: rpc error: code = PermissionDenied desc = only admins may set workspace bindings',
      withRoles:
        'error deleting workspace-namespace bindings: failed to delete namespace binding: rpc error: code = PermissionDenied desc = {usual}',
    },
  },
  changes: ['workspace'],
});
export const getKubernetesResourceQuotasRoute = /* @__PURE__ */ route(getKubernetesResourceQuotasData, {
  needs: { permission: 'VIEW_RESOURCE_QUOTAS', on: 'cluster' },
  reads: ['workspace'],
});
