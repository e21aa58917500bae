import {
  canModifyWorkspace,
  canModifyWorkspaceAgentUserGroup,
  canModifyWorkspaceCheckpointStorage,
  canSetResourceQuotas,
  canSetWorkspaceNamespaceBindings,
} from '#platform/session/checks.ts';
import type { May } from '#platform/session/may.ts';
import type { Workspace } from './pinned-workspaces.ts';

/** What of a workspace's configuration the reader may change. */
export interface WorkspaceRights {
  name: boolean;
  storage: boolean;
  agent: boolean;
  bindings: boolean;
  quotas: boolean;
  any: boolean;
}

/** An archived workspace is not changed. */
export function workspaceRights(workspace: Workspace, may: May): WorkspaceRights {
  const target = { workspaceId: workspace.id, ownerId: workspace.userId };
  const name = !workspace.archived && may(canModifyWorkspace, target);
  const storage = !workspace.archived && may(canModifyWorkspaceCheckpointStorage, target);
  const agent = !workspace.archived && may(canModifyWorkspaceAgentUserGroup, target);
  // These two are held for the whole cluster.
  const bindings = !workspace.archived && may(canSetWorkspaceNamespaceBindings);
  const quotas = !workspace.archived && may(canSetResourceQuotas);
  return { name, storage, agent, bindings, quotas, any: name || storage || agent };
}
