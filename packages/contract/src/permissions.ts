import type { EntityKind } from './entities.ts';

/** The permissions of the platform, without the wire's prefix `PERMISSION_TYPE_`. */
export type Permission =
  | 'CREATE_EXPERIMENT'
  | 'VIEW_EXPERIMENT_ARTIFACTS'
  | 'VIEW_EXPERIMENT_METADATA'
  | 'UPDATE_EXPERIMENT'
  | 'UPDATE_EXPERIMENT_METADATA'
  | 'DELETE_EXPERIMENT'
  | 'CREATE_NSC'
  | 'VIEW_NSC'
  | 'UPDATE_NSC'
  | 'VIEW_WORKSPACE'
  | 'UPDATE_WORKSPACE'
  | 'DELETE_WORKSPACE'
  | 'SET_WORKSPACE_AGENT_USER_GROUP'
  | 'SET_WORKSPACE_CHECKPOINT_STORAGE_CONFIG'
  | 'SET_WORKSPACE_DEFAULT_RESOURCE_POOL'
  | 'CREATE_PROJECT'
  | 'VIEW_PROJECT'
  | 'UPDATE_PROJECT'
  | 'DELETE_PROJECT'
  | 'ASSIGN_ROLES'
  | 'VIEW_MODEL_REGISTRY'
  | 'EDIT_MODEL_REGISTRY'
  | 'CREATE_MODEL_REGISTRY'
  | 'DELETE_MODEL_REGISTRY'
  | 'DELETE_MODEL_VERSION'
  | 'DELETE_OTHER_USER_MODEL_REGISTRY'
  | 'DELETE_OTHER_USER_MODEL_VERSION'
  | 'VIEW_MASTER_LOGS'
  | 'VIEW_CLUSTER_USAGE'
  | 'UPDATE_AGENTS'
  | 'VIEW_SENSITIVE_AGENT_INFO'
  | 'VIEW_MASTER_CONFIG'
  | 'UPDATE_MASTER_CONFIG'
  | 'VIEW_EXTERNAL_JOBS'
  | 'CONTROL_STRICT_JOB_QUEUE'
  | 'VIEW_TEMPLATES'
  | 'UPDATE_TEMPLATES'
  | 'CREATE_TEMPLATES'
  | 'DELETE_TEMPLATES'
  | 'MODIFY_RP_WORKSPACE_BINDINGS'
  | 'SET_WORKSPACE_NAMESPACE_BINDINGS'
  | 'SET_RESOURCE_QUOTAS'
  | 'VIEW_RESOURCE_QUOTAS'
  | 'MODIFY_GLOBAL_CONFIG_POLICIES'
  | 'MODIFY_WORKSPACE_CONFIG_POLICIES'
  | 'VIEW_GLOBAL_CONFIG_POLICIES'
  | 'VIEW_WORKSPACE_CONFIG_POLICIES'
  | 'ADMINISTRATE_TOKEN'
  | 'UPDATE_TOKEN'
  | 'CREATE_TOKEN'
  | 'CREATE_OTHER_TOKEN'
  | 'VIEW_OTHER_TOKEN'
  | 'VIEW_TOKEN'
  | 'ADMINISTRATE_USER'
  | 'ADMINISTRATE_OAUTH'
  | 'UPDATE_GROUP'
  | 'CREATE_WORKSPACE'
  | 'UPDATE_ROLES'
  | 'EDIT_WEBHOOKS'
  | 'VIEW_WEBHOOKS';

/**
 * Who may without roles in force; an admin always may. `owner`: of the thing, `workspaceOwner`: of its workspace,
 * `self`: the user it is about. A user needs no permission for `self` with roles in force either.
 */
export type WithoutRbac = 'anyone' | 'owner' | 'ownerOrWorkspaceOwner' | 'workspaceOwner' | 'admin' | 'self';

/** What is asked of somebody: permissions, and who may without roles in force. */
export interface Right {
  /** All of them are needed. */
  needs: readonly Permission[];
  /** `anyone` where it is not said. */
  withoutRbac?: WithoutRbac;
}

export const administrateUsers: Right = { needs: ['ADMINISTRATE_USER'], withoutRbac: 'admin' };

/**
 * What lets one see a thing of a kind. Whoever may not is told that there is no such thing; whoever may see it but not
 * do what was asked is told which permission is missing.
 */
export const viewPermissions: Record<EntityKind, Permission | 'none'> = {
  workspace: 'VIEW_WORKSPACE',
  project: 'VIEW_PROJECT',
  experiment: 'VIEW_EXPERIMENT_METADATA',
  trial: 'VIEW_EXPERIMENT_METADATA',
  run: 'VIEW_EXPERIMENT_METADATA',
  checkpoint: 'VIEW_EXPERIMENT_METADATA',
  allocation: 'VIEW_EXPERIMENT_METADATA',
  task: 'VIEW_EXPERIMENT_METADATA',
  job: 'VIEW_EXPERIMENT_METADATA',
  notebook: 'VIEW_NSC',
  shell: 'VIEW_NSC',
  command: 'VIEW_NSC',
  tensorboard: 'VIEW_WORKSPACE',
  genericTask: 'VIEW_NSC',
  template: 'VIEW_TEMPLATES',
  model: 'VIEW_MODEL_REGISTRY',
  modelVersion: 'VIEW_MODEL_REGISTRY',
  webhook: 'VIEW_WEBHOOKS',
  user: 'none',
  group: 'none',
  role: 'none',
  token: 'none',
};

/**
 * Allocations, tasks and jobs belong to an experiment or to interactive work. A route names the experiment's permission;
 * of interactive work the one here is asked instead.
 */
export const interactiveCounterparts: Partial<Record<Permission, Permission>> = {
  CREATE_EXPERIMENT: 'CREATE_NSC',
  VIEW_EXPERIMENT_METADATA: 'VIEW_NSC',
  VIEW_EXPERIMENT_ARTIFACTS: 'VIEW_NSC',
  UPDATE_EXPERIMENT: 'UPDATE_NSC',
};
