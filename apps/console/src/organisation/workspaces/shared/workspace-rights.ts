import {
  canModifyWorkspace,
  canModifyWorkspaceAgentUserGroup,
  canModifyWorkspaceCheckpointStorage,
} from '#platform/session/checks.ts';
import type { May } from '#platform/session/may.ts';
import type { Workspace } from './pinned-workspaces.ts';

/** What of a workspace's configuration the reader may change. */
export interface WorkspaceRights {
  name: boolean;
  storage: boolean;
  agent: boolean;
  any: boolean;
}

/** An archived workspace is not changed. */
export function workspaceRights(workspace: Workspace, may: May): WorkspaceRights {
  const target = { workspaceId: workspace.id, ownerId: workspace.userId };
  const name = !workspace.archived && may(canModifyWorkspace, target);
  const storage = !workspace.archived && may(canModifyWorkspaceCheckpointStorage, target);
  const agent = !workspace.archived && may(canModifyWorkspaceAgentUserGroup, target);
  return { name, storage, agent, any: name || storage || agent };
}
