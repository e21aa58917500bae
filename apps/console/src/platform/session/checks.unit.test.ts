import { masterLogsRoute } from '@determined/contract/cluster/master-info-routes.ts';
import { bindRPToWorkspaceRoute } from '@determined/contract/cluster/resource-pools-routes.ts';
import { createGroupRoute, deleteGroupRoute, updateGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import { builtInRoles, permissionFacts } from '@determined/contract/identity/role-facts.ts';
import { assignRolesRoute, removeAssignmentsRoute } from '@determined/contract/identity/roles-routes.ts';
import { patchUserRoute, patchUsersRoute, postUserRoute } from '@determined/contract/identity/users-routes.ts';
import {
  archiveProjectRoute,
  deleteProjectRoute,
  moveProjectRoute,
  patchProjectRoute,
  postProjectRoute,
  unarchiveProjectRoute,
} from '@determined/contract/organisation/projects-routes.ts';
import {
  deleteTemplateRoute,
  patchTemplateConfigRoute,
  patchTemplateNameRoute,
} from '@determined/contract/organisation/templates-routes.ts';
import {
  archiveWorkspaceRoute,
  deleteWorkspaceNamespaceBindingsRoute,
  deleteWorkspaceRoute,
  getKubernetesResourceQuotasRoute,
  getWorkspaceRoute,
  patchWorkspaceRoute,
  postWorkspaceRoute,
  setResourceQuotasRoute,
  setWorkspaceNamespaceBindingsRoute,
  unarchiveWorkspaceRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import { deleteWebhookRoute, postWebhookRoute } from '@determined/contract/outbound/webhooks-routes.ts';
import type { Permission } from '@determined/contract/permissions.ts';
import {
  deleteModelVersionRoute,
  getModelRoute,
  patchModelRoute,
  postModelRoute,
  postModelVersionRoute,
} from '@determined/contract/registry/models-routes.ts';
import type { AnyRoute } from '@determined/contract/route.ts';
import { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { killNotebookRoute, launchNotebookRoute } from '@determined/contract/tasks/interactive-routes.ts';
import {
  activateExperimentRoute,
  killExperimentRoute,
  moveExperimentRoute,
  pauseExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { deleteRunsRoute, killRunsRoute } from '@determined/contract/training/runs-routes.ts';
import { describe, expect, test } from 'vitest';
import * as checks from './checks.ts';
import { type Reader, type Rule, reasonAgainst, type Target } from './rights.ts';

const place = 7;
const thing: Target = { workspaceId: place, ownerId: 2, workspaceOwnerId: 3 };
const people = { admin: 1, owner: 2, workspaceOwner: 3, other: 4 };
const everybody = Object.keys(people).join(' ');

/** Who may without roles in force. */
function withoutRoles(rule: Rule): string {
  return Object.entries(people)
    .filter(([name, id]) => {
      const reader = { user: { id, admin: name === 'admin' }, rbac: false };
      return reasonAgainst(reader, rule, thing) === undefined;
    })
    .map(([name]) => name)
    .join(' ');
}

/** With roles in force somebody who has these permissions and no others, owns nothing and is no administrator. */
function holding(permissions: Permission[], workspaceId?: number, id = people.other): Reader {
  const held = permissions.map((name) => ({ id: `PERMISSION_TYPE_${name}`, name: '', scopeTypeMask: null }) as const);
  return {
    user: { id, admin: false },
    rbac: true,
    summary: {
      roles: [{ roleId: 5, name: 'Some', scopeTypeMask: null, permissions: held }],
      assignments: [
        {
          roleId: 5,
          scopeCluster: workspaceId === undefined,
          scopeWorkspaceIds: workspaceId === undefined ? [] : [workspaceId],
        },
      ],
    },
  };
}

const all = Object.keys(permissionFacts) as Permission[];

/** The permission decides with roles in force: held in the cluster or in the workspace, and nothing else instead. */
function decidedBy(rule: Rule, permission: Permission): void {
  expect(reasonAgainst(holding([permission]), rule, thing)).toBeUndefined();
  expect(reasonAgainst(holding([permission], place), rule, thing)).toBeUndefined();
  const others = all.filter((one) => one !== permission);
  const missing = `Needs ${permission} in this workspace: `;
  expect(reasonAgainst(holding(others), rule, thing)).toContain(missing);
  expect(reasonAgainst(holding([permission], place + 1), rule, thing)).toContain(missing);
  expect(reasonAgainst({ user: { id: people.owner, admin: true }, rbac: true }, rule, thing)).toContain(missing);
}

const byName: Record<keyof typeof checks, Rule> = { ...checks };

type Check = [name: keyof typeof checks, permission: Permission, withoutRoles: string];

const table: Record<string, Check[]> = {
  'of projects': [
    ['canCreateProject', 'CREATE_PROJECT', everybody],
    ['canModifyProjects', 'UPDATE_PROJECT', 'admin owner workspaceOwner'],
    ['canMoveProjects', 'DELETE_PROJECT', 'admin owner'],
    ['canDeleteProjects', 'DELETE_PROJECT', 'admin owner workspaceOwner'],
    ['canMoveProjectsTo', 'CREATE_PROJECT', everybody],
  ],
  'of workspaces': [
    ['canCreateWorkspace', 'CREATE_WORKSPACE', everybody],
    ['canViewWorkspace', 'VIEW_WORKSPACE', everybody],
    ['canModifyWorkspace', 'UPDATE_WORKSPACE', 'admin owner'],
    ['canDeleteWorkspace', 'DELETE_WORKSPACE', 'admin owner'],
  ],
  "of a workspace's settings": [
    ['canModifyWorkspaceAgentUserGroup', 'SET_WORKSPACE_AGENT_USER_GROUP', 'admin'],
    ['canModifyWorkspaceCheckpointStorage', 'SET_WORKSPACE_CHECKPOINT_STORAGE_CONFIG', 'admin owner'],
    ['canSetWorkspaceNamespaceBindings', 'SET_WORKSPACE_NAMESPACE_BINDINGS', 'admin'],
    ['canSetResourceQuotas', 'SET_RESOURCE_QUOTAS', 'admin'],
    ['canViewResourceQuotas', 'VIEW_RESOURCE_QUOTAS', everybody],
  ],
  'of users and groups': [
    ['canAdministrateUsers', 'ADMINISTRATE_USER', 'admin'],
    ['canModifyUsers', 'ADMINISTRATE_USER', 'admin'],
    ['canModifyGroups', 'UPDATE_GROUP', 'admin'],
    ['canModifyPermissions', 'ASSIGN_ROLES', 'admin'],
    ['canAssignRoles', 'ASSIGN_ROLES', 'admin'],
  ],
  'of templates and webhooks': [
    ['canCreateTemplate', 'CREATE_TEMPLATES', everybody],
    ['canCreateTemplateWorkspace', 'CREATE_TEMPLATES', everybody],
    ['canEditWebhooks', 'EDIT_WEBHOOKS', 'admin workspaceOwner'],
    ['canModifyTemplate', 'UPDATE_TEMPLATES', everybody],
    ['canDeleteTemplate', 'DELETE_TEMPLATES', everybody],
  ],
  'of config policies': [['canViewWorkspaceConfigPolicies', 'VIEW_WORKSPACE_CONFIG_POLICIES', everybody]],
  'of experiments': [
    ['canCreateExperiment', 'CREATE_EXPERIMENT', everybody],
    ['canModifyExperiment', 'UPDATE_EXPERIMENT', everybody],
    ['canMoveExperiment', 'DELETE_EXPERIMENT', everybody],
    ['canViewExperimentArtifacts', 'VIEW_EXPERIMENT_ARTIFACTS', everybody],
    ['canModifyExperimentMetadata', 'UPDATE_EXPERIMENT_METADATA', everybody],
    ['canMoveExperimentsTo', 'CREATE_EXPERIMENT', everybody],
  ],
  'of runs': [
    ['canDeleteFlatRun', 'DELETE_EXPERIMENT', 'admin owner'],
    ['canMoveFlatRun', 'DELETE_EXPERIMENT', everybody],
    ['canModifyFlatRun', 'UPDATE_EXPERIMENT', everybody],
  ],
  'of tasks': [
    ['canCreateNSC', 'CREATE_NSC', everybody],
    ['canCreateWorkspaceNSC', 'CREATE_NSC', everybody],
    ['canModifyWorkspaceNSC', 'UPDATE_NSC', everybody],
  ],
  'of the cluster': [['canViewMasterLogs', 'VIEW_MASTER_LOGS', everybody]],
  'of models': [
    ['canViewModelRegistry', 'VIEW_MODEL_REGISTRY', everybody],
    ['canCreateModels', 'CREATE_MODEL_REGISTRY', everybody],
    ['canCreateModelWorkspace', 'CREATE_MODEL_REGISTRY', everybody],
    ['canCreateModelVersion', 'EDIT_MODEL_REGISTRY', everybody],
    ['canModifyModel', 'EDIT_MODEL_REGISTRY', everybody],
  ],
};

describe('checks', () => {
  test.each(Object.entries(table))(
    '[RBAC-004, RBAC-005, RBAC-038, RBAC-039, RBAC-040, RBAC-041, RBAC-042, RBAC-043] %s',
    (title, rows) => {
      for (const [name, permission, who] of rows) {
        expect([name, withoutRoles(byName[name])]).toEqual([name, who]);
        decidedBy(byName[name], permission);
      }
      if (title.includes('projects')) {
        // Writing in it takes both: each alone is told what is missing.
        const notes = checks.canModifyProjectNotes;
        expect(withoutRoles(notes)).toBe(everybody);
        expect(reasonAgainst(holding(['UPDATE_PROJECT', 'CREATE_EXPERIMENT'], place), notes, thing)).toBeUndefined();
        expect(reasonAgainst(holding(['UPDATE_PROJECT'], place), notes, thing)).toContain('Needs CREATE_EXPERIMENT');
        expect(reasonAgainst(holding(['CREATE_EXPERIMENT'], place), notes, thing)).toContain('Needs UPDATE_PROJECT');
      }
      if (!title.includes('groups')) return;
      // Groups are looked at by administrators without roles in force, by everybody with them.
      expect(withoutRoles(checks.canViewGroups)).toBe('admin');
      expect(reasonAgainst(holding([]), checks.canViewGroups)).toBeUndefined();
      // Giving roles in a workspace is its owner's, too; for the whole cluster nobody owns anything.
      const workspaceOwner = holding([], undefined, people.workspaceOwner);
      expect(reasonAgainst(workspaceOwner, checks.canAssignRoles, thing)).toBeUndefined();
      expect(reasonAgainst(workspaceOwner, checks.canModifyPermissions, thing)).toContain('ASSIGN_ROLES');
    },
  );

  test('[RBAC-044] of models, which their owner deletes by a permission of his own', () => {
    expect(table['of models']?.map(([name]) => name)).toEqual([
      'canViewModelRegistry',
      'canCreateModels',
      'canCreateModelWorkspace',
      'canCreateModelVersion',
      'canModifyModel',
    ]);
    const rule = checks.canDeleteModel;
    expect(withoutRoles(rule)).toBe('admin owner');
    const may = (id: number, permission: Permission) =>
      reasonAgainst(holding([permission], place, id), rule, thing) === undefined;
    expect(may(people.owner, 'DELETE_MODEL_REGISTRY')).toBe(true);
    expect(may(people.other, 'DELETE_MODEL_REGISTRY')).toBe(false);
    expect(may(people.other, 'DELETE_OTHER_USER_MODEL_REGISTRY')).toBe(true);
    expect(may(people.owner, 'EDIT_MODEL_REGISTRY')).toBe(false);
  });

  test('of versions of models, which who made them deletes by a permission of his own, as the call asks', () => {
    const rule = checks.canDeleteModelVersion;
    expect(withoutRoles(rule)).toBe('admin owner');
    const [asked] = deleteModelVersionRoute.needs.checks;
    expect(asked).toMatchObject({ needs: [rule.permission], own: [rule.own], withoutRbac: rule.withoutRbac });
    const may = (id: number, permission: Permission) =>
      reasonAgainst(holding([permission], place, id), rule, thing) === undefined;
    expect(may(people.owner, 'DELETE_MODEL_VERSION')).toBe(true);
    expect(may(people.other, 'DELETE_MODEL_VERSION')).toBe(false);
    expect(may(people.other, 'DELETE_OTHER_USER_MODEL_VERSION')).toBe(true);
  });

  test('[RBAC-037] [RBAC-045] of the pools that a workspace may use: one of two permissions, and that of the call', () => {
    const rule = checks.canManageResourcePoolBindings;
    expect(withoutRoles(rule)).toBe('admin');
    const missing = (...permissions: Permission[]) => reasonAgainst(holding(permissions), rule, { workspaceId: place });
    expect(missing('MODIFY_RP_WORKSPACE_BINDINGS', 'UPDATE_MASTER_CONFIG')).toBeUndefined();
    expect(missing('MODIFY_RP_WORKSPACE_BINDINGS', 'UPDATE_WORKSPACE')).toBeUndefined();
    expect(missing('MODIFY_RP_WORKSPACE_BINDINGS')).toContain('Needs UPDATE_MASTER_CONFIG or UPDATE_WORKSPACE');
    expect(missing('UPDATE_MASTER_CONFIG', 'UPDATE_WORKSPACE')).toContain('Needs MODIFY_RP_WORKSPACE_BINDINGS');
  });

  test('are those of the calls, which decide', () => {
    const asked = (rule: Rule) => [rule.permission, rule.and, rule.withoutRbac];
    const same: [Rule, AnyRoute[]][] = [
      [checks.canModifyExperiment, [activateExperimentRoute, pauseExperimentRoute, killExperimentRoute]],
      [checks.canModifyWorkspaceNSC, [killNotebookRoute]],
      [checks.canCreateWorkspaceNSC, [launchNotebookRoute]],
      [checks.canViewModelRegistry, [getModelRoute]],
      [checks.canModifyModel, [patchModelRoute]],
      [checks.canCreateModelVersion, [postModelVersionRoute]],
      [checks.canEditWebhooks, [postWebhookRoute, deleteWebhookRoute]],
      [checks.canManageResourcePoolBindings, [bindRPToWorkspaceRoute]],
      [checks.canCreateProject, [postProjectRoute]],
      [checks.canModifyProjects, [patchProjectRoute, archiveProjectRoute, unarchiveProjectRoute]],
      [checks.canMoveProjects, [moveProjectRoute]],
      [checks.canDeleteProjects, [deleteProjectRoute]],
      [checks.canCreateWorkspace, [postWorkspaceRoute]],
      [checks.canViewWorkspace, [getWorkspaceRoute]],
      [checks.canModifyWorkspace, [archiveWorkspaceRoute, unarchiveWorkspaceRoute]],
      [checks.canDeleteWorkspace, [deleteWorkspaceRoute]],
      [
        checks.canSetWorkspaceNamespaceBindings,
        [setWorkspaceNamespaceBindingsRoute, deleteWorkspaceNamespaceBindingsRoute],
      ],
      [checks.canSetResourceQuotas, [setResourceQuotasRoute]],
      [checks.canViewResourceQuotas, [getKubernetesResourceQuotasRoute]],
      [checks.canModifyTemplate, [patchTemplateConfigRoute, patchTemplateNameRoute]],
      [checks.canDeleteTemplate, [deleteTemplateRoute]],
      [checks.canViewMasterLogs, [masterLogsRoute]],
      [checks.canAdministrateUsers, [postUserRoute]],
      [checks.canModifyGroups, [createGroupRoute, updateGroupRoute, deleteGroupRoute]],
    ];
    for (const [rule, routes] of same) for (const { needs } of routes) expect(asked(needs)).toEqual(asked(rule));
    expect(asked(getLogLinesRoute.needs as Rule)).toEqual(asked(checks.canViewExperimentArtifacts));

    // What is asked of fields, of each of several, and of a second thing.
    const inside: [Rule, AnyRoute, by: string][] = [
      [checks.canModifyWorkspace, patchWorkspaceRoute, 'workspace.name'],
      [checks.canModifyWorkspaceAgentUserGroup, patchWorkspaceRoute, 'workspace.agentUserGroup'],
      [checks.canModifyWorkspaceCheckpointStorage, patchWorkspaceRoute, 'workspace.checkpointStorageConfig'],
      [checks.canMoveProjectsTo, moveProjectRoute, 'destinationWorkspaceId'],
      [checks.canMoveExperimentsTo, moveExperimentRoute, 'destinationProjectId'],
      [checks.canDeleteFlatRun, deleteRunsRoute, 'runIds'],
      [checks.canModifyFlatRun, killRunsRoute, 'runIds'],
      [checks.canCreateModelWorkspace, postModelRoute, 'workspaceId'],
      [checks.canModifyUsers, patchUserRoute, 'user.active'],
      [checks.canModifyUsers, patchUsersRoute, 'userIds'],
      [checks.canAssignRoles, assignRolesRoute, 'userRoleAssignments.roleAssignment.scopeWorkspaceId'],
      [checks.canModifyPermissions, removeAssignmentsRoute, 'groupRoleAssignments.roleAssignment.scopeWorkspaceId'],
    ];
    for (const [rule, route, by] of inside) {
      const found = route.needs.checks.find((check) => [check.by].flat().includes(by));
      expect([by, found?.needs, found && 'withoutRbac' in found ? found.withoutRbac : 'anyone']).toEqual([
        by,
        [rule.permission],
        rule.withoutRbac,
      ]);
    }
  });

  test('each can be met by a role that there is', () => {
    const given = new Set(builtInRoles.flatMap(({ permissions }) => permissions));
    const asked = Object.values<Rule>(checks).flatMap(({ permission }) => (permission === 'none' ? [] : [permission]));
    expect(asked.filter((name) => !given.has(name))).toEqual([]);
  });
});
