import * as contract from '@determined/contract/organisation/workspaces-routes.ts';
import { type Served, serve } from '#platform/http/serve.ts';
import { archiveWorkspace, unarchiveWorkspace } from './archive-workspace.ts';
import { createWorkspace } from './create-workspace.ts';
import { deleteWorkspace } from './delete-workspace.ts';
import { getWorkspace } from './get-workspace.ts';
import { listWorkspaces } from './list-workspaces.ts';
import {
  bulkAutoCreateNamespaceBindings,
  deleteWorkspaceNamespaceBindings,
  getResourceQuotas,
  listWorkspaceNamespaceBindings,
  listWorkspacesWithDefaultNamespaces,
  setResourceQuotas,
  setWorkspaceNamespaceBindings,
} from './namespaces.ts';
import { patchWorkspace } from './patch-workspace.ts';
import { pinWorkspace, unpinWorkspace } from './pin-workspace.ts';

export const workspacesRoutes: Served[] = [
  serve(contract.getWorkspaceRoute, getWorkspace),
  serve(contract.getWorkspacesRoute, listWorkspaces),
  serve(contract.postWorkspaceRoute, createWorkspace),
  serve(contract.patchWorkspaceRoute, patchWorkspace),
  serve(contract.deleteWorkspaceRoute, deleteWorkspace),
  serve(contract.archiveWorkspaceRoute, archiveWorkspace),
  serve(contract.unarchiveWorkspaceRoute, unarchiveWorkspace),
  serve(contract.pinWorkspaceRoute, pinWorkspace),
  serve(contract.unpinWorkspaceRoute, unpinWorkspace),
  serve(contract.setWorkspaceNamespaceBindingsRoute, setWorkspaceNamespaceBindings),
  serve(contract.setResourceQuotasRoute, setResourceQuotas),
  serve(contract.listWorkspaceNamespaceBindingsRoute, listWorkspaceNamespaceBindings),
  serve(contract.getWorkspacesWithDefaultNamespaceBindingsRoute, listWorkspacesWithDefaultNamespaces),
  serve(contract.bulkAutoCreateWorkspaceNamespaceBindingsRoute, bulkAutoCreateNamespaceBindings),
  serve(contract.deleteWorkspaceNamespaceBindingsRoute, deleteWorkspaceNamespaceBindings),
  serve(contract.getKubernetesResourceQuotasRoute, getResourceQuotas),
];
