import type { Permission } from '@determined/contract/permissions.ts';
import type { May, Rule } from '#platform/session/may.ts';
import type { Workspace } from './pinned-workspaces.ts';

/** What of a workspace's configuration the reader may change. */
export interface WorkspaceRights {
  name: boolean;
  storage: boolean;
  agent: boolean;
  any: boolean;
}

// The call leaves its fields' own rules to the server; these are they.
const rule = (permission: Permission, withoutRbac: Rule['withoutRbac']): Rule => ({ permission, and: [], withoutRbac });
const rules = {
  name: rule('UPDATE_WORKSPACE', 'owner'),
  storage: rule('SET_WORKSPACE_CHECKPOINT_STORAGE_CONFIG', 'owner'),
  agent: rule('SET_WORKSPACE_AGENT_USER_GROUP', 'admin'),
};

/** An archived workspace is not changed. */
export function workspaceRights(workspace: Workspace, may: May): WorkspaceRights {
  const target = { workspaceId: workspace.id, ownerId: workspace.userId };
  const name = !workspace.archived && may(rules.name, target);
  const storage = !workspace.archived && may(rules.storage, target);
  const agent = !workspace.archived && may(rules.agent, target);
  return { name, storage, agent, any: name || storage || agent };
}
