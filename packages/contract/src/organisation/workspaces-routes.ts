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
// Only projects one may view; id 0 means all workspaces.
export const getWorkspaceProjectsRoute = /* @__PURE__ */ route(getWorkspaceProjectsData, {
  needs: { permission: 'VIEW_WORKSPACE', on: 'workspace', by: 'id', more: true },
  reads: ['project', 'workspace', 'experiment'],
});
// Only workspaces one may view.
export const getWorkspacesRoute = /* @__PURE__ */ route(getWorkspacesData, {
  needs: { more: true },
  reads: ['workspace', 'project', 'experiment'],
});
// An agent user group needs SET_WORKSPACE_AGENT_USER_GROUP (without roles: admin).
export const postWorkspaceRoute = /* @__PURE__ */ route(postWorkspaceData, {
  needs: { permission: 'CREATE_WORKSPACE', on: 'cluster', more: true },
  changes: ['workspace', 'role'],
});
// Each field asked to change has its own permission (without roles: owner or admin; default pools anyone, agent user
// group admin).
export const patchWorkspaceRoute = /* @__PURE__ */ route(patchWorkspaceData, {
  needs: { permission: 'VIEW_WORKSPACE', on: 'workspace', by: 'id', more: true },
  changes: ['workspace'],
});
export const deleteWorkspaceRoute = /* @__PURE__ */ route(deleteWorkspaceData, {
  needs: { permission: 'DELETE_WORKSPACE', on: 'workspace', by: 'id', withoutRbac: 'owner' },
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
  needs: { permission: 'UPDATE_WORKSPACE', on: 'workspace', by: 'id', withoutRbac: 'owner' },
  changes: ['workspace', 'project', 'experiment', 'run'],
});
export const unarchiveWorkspaceRoute = /* @__PURE__ */ route(unarchiveWorkspaceData, {
  needs: { permission: 'UPDATE_WORKSPACE', on: 'workspace', by: 'id', withoutRbac: 'owner' },
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
  needs: { permission: 'SET_WORKSPACE_NAMESPACE_BINDINGS', on: 'cluster', withoutRbac: 'admin' },
  changes: ['workspace'],
});
export const setResourceQuotasRoute = /* @__PURE__ */ route(setResourceQuotasData, {
  needs: { permission: 'SET_RESOURCE_QUOTAS', on: 'cluster', withoutRbac: 'admin' },
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
    needs: { permission: 'SET_WORKSPACE_NAMESPACE_BINDINGS', on: 'cluster', withoutRbac: 'admin' },
    changes: ['workspace'],
  },
);
export const deleteWorkspaceNamespaceBindingsRoute = /* @__PURE__ */ route(deleteWorkspaceNamespaceBindingsData, {
  needs: { permission: 'SET_WORKSPACE_NAMESPACE_BINDINGS', on: 'cluster', withoutRbac: 'admin' },
  changes: ['workspace'],
});
export const getKubernetesResourceQuotasRoute = /* @__PURE__ */ route(getKubernetesResourceQuotasData, {
  needs: { permission: 'VIEW_RESOURCE_QUOTAS', on: 'cluster' },
  reads: ['workspace'],
});
