import type { Permission, WithoutRbac } from '@determined/contract/permissions.ts';
import type { Rule } from './rights.ts';

/** Held to what the calls need by their test, and not made of the calls: the first screen does without most of those. */
const check = (permission: Permission | 'none', withoutRbac: WithoutRbac = 'anyone'): Rule => ({
  permission,
  and: [],
  withoutRbac,
});

export const canCreateExperiment = check('CREATE_EXPERIMENT');
export const canModifyExperiment = check('UPDATE_EXPERIMENT');
/** Of where they are. */
export const canMoveExperiment = check('DELETE_EXPERIMENT');
export const canViewExperimentArtifacts = check('VIEW_EXPERIMENT_ARTIFACTS');
export const canModifyExperimentMetadata = check('UPDATE_EXPERIMENT_METADATA');
/** Asked of the workspace that they would go to. */
export const canMoveExperimentsTo = check('CREATE_EXPERIMENT');

export const canDeleteFlatRun = check('DELETE_EXPERIMENT', 'owner');
export const canMoveFlatRun = check('DELETE_EXPERIMENT');
export const canModifyFlatRun = check('UPDATE_EXPERIMENT');

export const canCreateProject = check('CREATE_PROJECT');
export const canModifyProjects = check('UPDATE_PROJECT', 'ownerOrWorkspaceOwner');
export const canMoveProjects = check('DELETE_PROJECT', 'owner');
/** Asked of the workspace that it would go to. */
export const canMoveProjectsTo = check('CREATE_PROJECT');
/** The server asks for the first alone; writing is for those who work in it. */
export const canModifyProjectNotes: Rule = { ...check('UPDATE_PROJECT'), and: ['CREATE_EXPERIMENT'] };
export const canDeleteProjects = check('DELETE_PROJECT', 'ownerOrWorkspaceOwner');

export const canCreateWorkspace = check('CREATE_WORKSPACE');
export const canViewWorkspace = check('VIEW_WORKSPACE');
export const canModifyWorkspace = check('UPDATE_WORKSPACE', 'owner');
export const canModifyWorkspaceAgentUserGroup = check('SET_WORKSPACE_AGENT_USER_GROUP', 'admin');
export const canModifyWorkspaceCheckpointStorage = check('SET_WORKSPACE_CHECKPOINT_STORAGE_CONFIG', 'owner');
/** These three are asked of the whole cluster. */
export const canSetWorkspaceNamespaceBindings = check('SET_WORKSPACE_NAMESPACE_BINDINGS', 'admin');
export const canSetResourceQuotas = check('SET_RESOURCE_QUOTAS', 'admin');
export const canViewResourceQuotas = check('VIEW_RESOURCE_QUOTAS');
export const canDeleteWorkspace = check('DELETE_WORKSPACE', 'owner');

/** For the whole cluster; in one workspace it is asked of that. */
export const canCreateTemplate = check('CREATE_TEMPLATES');
export const canCreateTemplateWorkspace = check('CREATE_TEMPLATES');
export const canModifyTemplate = check('UPDATE_TEMPLATES');
export const canDeleteTemplate = check('DELETE_TEMPLATES');

export const canEditWebhooks = check('EDIT_WEBHOOKS', 'workspaceOwner');
/** The server asks for the first alone, and administrators have all three. */
export const canManageResourcePoolBindings: Rule = {
  ...check('MODIFY_RP_WORKSPACE_BINDINGS', 'admin'),
  either: ['UPDATE_MASTER_CONFIG', 'UPDATE_WORKSPACE'],
};

/** Notebooks, shells, commands and TensorBoards: somewhere, and in one workspace. */
export const canCreateNSC = check('CREATE_NSC');
export const canCreateWorkspaceNSC = check('CREATE_NSC');
export const canModifyWorkspaceNSC = check('UPDATE_NSC');

export const canViewModelRegistry = check('VIEW_MODEL_REGISTRY');
export const canCreateModels = check('CREATE_MODEL_REGISTRY');
export const canCreateModelWorkspace = check('CREATE_MODEL_REGISTRY');
export const canCreateModelVersion = check('EDIT_MODEL_REGISTRY');
export const canModifyModel = check('EDIT_MODEL_REGISTRY');
export const canDeleteModel: Rule = {
  ...check('DELETE_OTHER_USER_MODEL_REGISTRY', 'owner'),
  own: 'DELETE_MODEL_REGISTRY',
};
export const canDeleteModelVersion: Rule = {
  ...check('DELETE_OTHER_USER_MODEL_VERSION', 'owner'),
  own: 'DELETE_MODEL_VERSION',
};

export const canViewWorkspaceConfigPolicies = check('VIEW_WORKSPACE_CONFIG_POLICIES');

export const canViewMasterLogs = check('VIEW_MASTER_LOGS');

export const canAdministrateUsers = check('ADMINISTRATE_USER', 'admin');
export const canModifyUsers = check('ADMINISTRATE_USER', 'admin');
export const canModifyGroups = check('UPDATE_GROUP', 'admin');
export const canViewGroups = check('none', 'admin');
/** Roles for the whole cluster. */
export const canModifyPermissions = check('ASSIGN_ROLES', 'admin');
/** Roles in a workspace. */
export const canAssignRoles: Rule = { ...canModifyPermissions, orWorkspaceOwner: true };
