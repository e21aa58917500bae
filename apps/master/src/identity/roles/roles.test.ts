import { getMasterRoute } from '@determined/contract/cluster/master-info-routes.ts';
import { getAuditEntriesRoute } from '@determined/contract/identity/audit-ext-routes.ts';
import { getGroupRowsRoute } from '@determined/contract/identity/group-ext-routes.ts';
import { createGroupRoute, updateGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import { getClusterHoldersRoute } from '@determined/contract/identity/role-ext-routes.ts';
import { builtInRoles, permissionFacts } from '@determined/contract/identity/role-facts.ts';
import {
  assignRolesRoute,
  getGroupsAndUsersAssignedToWorkspaceRoute,
  getPermissionsSummaryRoute,
  getRolesAssignedToGroupRoute,
  getRolesAssignedToUserRoute,
  getRolesByIDRoute,
  listRolesRoute,
  removeAssignmentsRoute,
  searchRolesAssignableToScopeRoute,
} from '@determined/contract/identity/roles-routes.ts';
import { getUserRoute, getUsersRoute, patchUserRoute } from '@determined/contract/identity/users-routes.ts';
import {
  getWorkspaceRoute,
  getWorkspacesRoute,
  patchWorkspaceRoute,
  postWorkspaceRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { refusalOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const [clusterAdmin, workspaceAdmin, workspaceCreator, viewer, editor] = [1, 2, 3, 4, 5];
let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });
});
afterAll(() => cluster.stop());

const admin = () => cluster.admin.client;
let names = 0;
const newWorkspace = async (client = admin()) =>
  (await client.call(postWorkspaceRoute, { name: `W${++names}` })).workspace?.id ?? 0;
const newGroup = async (...members: DevUser[]) =>
  (await admin().call(createGroupRoute, { name: `G${++names}`, addUsers: members.map(({ id }) => id) })).group
    ?.groupId ?? 0;
const roleAt = (roleId: number, scopeWorkspaceId?: number) => ({
  role: { roleId },
  ...(scopeWorkspaceId === undefined ? {} : { scopeWorkspaceId }),
});
const toUser = (userId: number, roleId: number, workspaceId?: number) => ({
  userRoleAssignments: [{ userId, roleAssignment: roleAt(roleId, workspaceId) }],
});
const toGroup = (groupId: number, roleId: number, workspaceId?: number) => ({
  groupRoleAssignments: [{ groupId, roleAssignment: roleAt(roleId, workspaceId) }],
});
const give = (assignment: object, client = admin()) => client.call(assignRolesRoute, assignment as never);
const take = (assignment: object, client = admin()) => client.call(removeAssignmentsRoute, assignment as never);
const seen = async ({ client }: DevUser) => (await client.call(getWorkspacesRoute, {})).workspaces.map(({ id }) => id);
const rolesOf = async ({ client }: DevUser) =>
  (await client.call(getPermissionsSummaryRoute, {})).assignments.map(({ roleId, scopeCluster, scopeWorkspaceIds }) => [
    roleId,
    scopeCluster ? 'cluster' : scopeWorkspaceIds,
  ]);

describe('roles', () => {
  const all = async () => (await admin().call(listRolesRoute, {})).roles;

  test('[RBAC-018] have an id, a name and permissions, each with an id and where it counts', async () => {
    const shown = await all();
    expect(shown.map(({ roleId, name }) => [roleId, name])).toEqual(
      builtInRoles.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ id, name }) => [id, name]),
    );
    for (const { roleId, permissions, scopeTypeMask } of shown) {
      const role = builtInRoles.find(({ id }) => id === roleId);
      expect(permissions).toEqual(
        role?.permissions.map((name) => ({
          id: `PERMISSION_TYPE_${name}`,
          name: permissionFacts[name].name,
          scopeTypeMask: { cluster: true, workspace: !permissionFacts[name].globalOnly },
        })),
      );
      expect(scopeTypeMask).toEqual({ cluster: true, workspace: ![1, 3, 8, 10].includes(roleId) });
    }
  });

  const types: [title: string, names: string][] = [
    ['[RBAC-022] of accounts', 'ADMINISTRATE_USER ADMINISTRATE_OAUTH'],
    [
      '[RBAC-023] of experiments',
      'CREATE_EXPERIMENT VIEW_EXPERIMENT_ARTIFACTS VIEW_EXPERIMENT_METADATA UPDATE_EXPERIMENT UPDATE_EXPERIMENT_METADATA DELETE_EXPERIMENT',
    ],
    ['[RBAC-024] of interactive work', 'CREATE_NSC VIEW_NSC UPDATE_NSC'],
    ['[RBAC-025] of groups and roles', 'UPDATE_GROUP ASSIGN_ROLES UPDATE_ROLES'],
    ['[RBAC-026] of workspaces', 'CREATE_WORKSPACE VIEW_WORKSPACE UPDATE_WORKSPACE DELETE_WORKSPACE'],
    [
      "[RBAC-027] of a workspace's settings",
      'SET_WORKSPACE_AGENT_USER_GROUP SET_WORKSPACE_CHECKPOINT_STORAGE_CONFIG SET_WORKSPACE_DEFAULT_RESOURCE_POOL',
    ],
    ['[RBAC-028] of projects', 'CREATE_PROJECT VIEW_PROJECT UPDATE_PROJECT DELETE_PROJECT'],
    ['[RBAC-029] of models', 'VIEW_MODEL_REGISTRY EDIT_MODEL_REGISTRY CREATE_MODEL_REGISTRY DELETE_MODEL_REGISTRY'],
    [
      "[RBAC-030] of model versions and others' models",
      'DELETE_MODEL_VERSION DELETE_OTHER_USER_MODEL_REGISTRY DELETE_OTHER_USER_MODEL_VERSION',
    ],
    ['[RBAC-031] of the master', 'VIEW_MASTER_LOGS VIEW_CLUSTER_USAGE VIEW_MASTER_CONFIG UPDATE_MASTER_CONFIG'],
    ['[RBAC-032] of agents', 'UPDATE_AGENTS VIEW_SENSITIVE_AGENT_INFO'],
    ['[RBAC-033] of jobs', 'VIEW_EXTERNAL_JOBS CONTROL_STRICT_JOB_QUEUE'],
    ['[RBAC-034] of templates', 'VIEW_TEMPLATES UPDATE_TEMPLATES CREATE_TEMPLATES DELETE_TEMPLATES'],
    ['[RBAC-035] of webhooks', 'EDIT_WEBHOOKS'],
    [
      '[RBAC-036] of bindings and quotas',
      'MODIFY_RP_WORKSPACE_BINDINGS SET_WORKSPACE_NAMESPACE_BINDINGS SET_RESOURCE_QUOTAS VIEW_RESOURCE_QUOTAS',
    ],
  ];
  test.each(types)('hold permissions %s', async (_title, wanted) => {
    const held = (await all()).find(({ roleId }) => roleId === clusterAdmin)?.permissions.map(({ id }) => id);
    expect(held).toEqual(expect.arrayContaining(wanted.split(' ').map((name) => `PERMISSION_TYPE_${name}`)));
  });

  test('[RBAC-021] name each permission with the same prefix', async () => {
    const named = (await all()).flatMap(({ permissions }) => permissions.map(({ id }) => id));
    expect(named.filter((id) => !id.startsWith('PERMISSION_TYPE_'))).toEqual([]);
    expect(new Set(named).size).toBe(Object.keys(permissionFacts).length);
  });

  test('are cut into pages by name; those that can be given on a workspace are fewer', async () => {
    const page = await admin().call(listRolesRoute, { limit: 2, offset: 1 });
    expect(page.roles.map(({ name }) => name)).toEqual(['Editor', 'EditorProjectRestricted']);
    expect(page.pagination).toEqual({ offset: 1, limit: 2, startIndex: 1, endIndex: 3, total: 10 });
    const on = await admin().call(searchRolesAssignableToScopeRoute, { workspaceId: 1, limit: 20 });
    expect(on.roles.map(({ roleId }) => roleId).toSorted()).toEqual([2, 4, 5, 6, 7, 9]);
    expect((await admin().call(searchRolesAssignableToScopeRoute, { limit: 1 })).pagination?.total).toBe(10);
    expect(await refusalOf(admin().call(getRolesByIDRoute, { roleIds: [viewer, 99] }))).toMatchObject({
      code: 'NotFound',
      message: 'not found',
    });
    const userId = cluster.admin.id;
    expect(await refusalOf(admin().call(getRolesAssignedToUserRoute, { userId: 0 }))).toMatchObject({
      code: 'InvalidArgument',
      message: 'bad request',
    });
    expect((await admin().call(getRolesAssignedToUserRoute, { userId })).roles.map(({ role }) => role?.name)).toContain(
      'ClusterAdmin',
    );
  });
});

test('[RBAC-016, API-172] roles are searched, listed by ids, by user, by group and by where they can be given', async () => {
  const user = await cluster.newUser();
  const group = await newGroup(user);
  const place = await newWorkspace();
  await give(toUser(user.id, editor, place));
  await give(toGroup(group, viewer));
  const ids = (roles: readonly { roleId: number }[]) => roles.map(({ roleId }) => roleId).toSorted((a, b) => a - b);
  const assignable = async (asked: { workspaceId?: number; limit?: number }) =>
    ids((await admin().call(searchRolesAssignableToScopeRoute, asked)).roles);
  const onWorkspace = [workspaceAdmin, viewer, editor, 6, 7, 9];
  expect(await assignable({ workspaceId: place })).toEqual(onWorkspace);
  expect(await assignable({ workspaceId: place, limit: 1000 })).toEqual(onWorkspace);
  expect(await assignable({ workspaceId: place, limit: 2 })).toHaveLength(2);
  expect(await assignable({})).toEqual(ids(builtInRoles.map(({ id }) => ({ roleId: id }))));
  expect(ids((await admin().call(listRolesRoute, { limit: 3 })).roles)).toHaveLength(3);
  const byIds = await admin().call(getRolesByIDRoute, { roleIds: [viewer, editor] });
  expect(ids(byIds.roles.flatMap(({ role }) => role ?? []))).toEqual([viewer, editor]);
  const ofUser = await admin().call(getRolesAssignedToUserRoute, { userId: user.id });
  expect(ids(ofUser.roles.flatMap(({ role }) => role ?? []))).toEqual([editor]);
  const ofGroup = await admin().call(getRolesAssignedToGroupRoute, { groupId: group });
  expect(ids(ofGroup.roles)).toEqual([viewer]);
});

describe('roles are given and taken', () => {
  test('[RBAC-017, RBAC-020, API-168, API-169, API-171] to users and to groups, in the cluster and on a workspace', async () => {
    const [one, member] = [await cluster.newUser(), await cluster.newUser()];
    const group = await newGroup(member);
    const place = await newWorkspace();
    expect([await seen(one), await seen(member)]).toEqual([[], []]);
    await give(toUser(one.id, viewer, place));
    await give(toGroup(group, viewer));
    expect(await seen(one)).toEqual([place]);
    expect(await seen(member)).toEqual(await seen(cluster.admin));
    expect(await rolesOf(member)).toEqual([[viewer, 'cluster']]);
    const { roles } = await admin().call(getRolesByIDRoute, { roleIds: [viewer] });
    const nested = {
      roleId: viewer,
      name: 'Viewer',
      permissions: [],
      scopeTypeMask: { cluster: true, workspace: true },
    };
    expect(roles[0]?.userRoleAssignments).toContainEqual({
      userId: one.id,
      roleAssignment: { role: nested, scopeWorkspaceId: place, scopeCluster: false },
    });
    expect(roles[0]?.groupRoleAssignments).toContainEqual({
      groupId: group,
      roleAssignment: { role: nested, scopeCluster: true },
    });
    await take(toUser(one.id, viewer, place));
    await take(toGroup(group, viewer));
    expect([await seen(one), await seen(member)]).toEqual([[], []]);
  });

  test('[RBAC-019, API-174] a summary has a role once, with its workspaces together or in the cluster', async () => {
    const user = await cluster.newUser();
    const group = await newGroup(user);
    const places = [await newWorkspace(), await newWorkspace()];
    await give(toUser(user.id, editor, places[0]));
    await give(toGroup(group, editor, places[1]));
    await give(toGroup(group, workspaceCreator));
    const summary = await user.client.call(getPermissionsSummaryRoute, {});
    expect(summary.roles.map(({ roleId }) => roleId)).toEqual([workspaceCreator, editor]);
    expect(summary.assignments).toEqual([
      { roleId: workspaceCreator, scopeWorkspaceIds: [], scopeCluster: true },
      { roleId: editor, scopeWorkspaceIds: places, scopeCluster: false },
    ]);
    const ofGroup = await user.client.call(getRolesAssignedToGroupRoute, { groupId: group });
    expect(ofGroup.assignments).toEqual([
      { roleId: workspaceCreator, scopeWorkspaceIds: [], scopeCluster: true },
      { roleId: editor, scopeWorkspaceIds: [places[1]], scopeCluster: false },
    ]);
    await admin().call(updateGroupRoute, { groupId: group, removeUsers: [user.id] } as never);
    expect(await rolesOf(user)).toEqual([[editor, [places[0]]]]);
  });

  test('all or nothing, once, and to what there is', async () => {
    const user = await cluster.newUser();
    const place = await newWorkspace();
    const given = toUser(user.id, viewer, place);
    await give(given);
    const twice = await refusalOf(
      give({
        userRoleAssignments: [...toUser(user.id, editor, place).userRoleAssignments, ...given.userRoleAssignments],
      }),
    );
    expect(twice).toMatchObject({ code: 'AlreadyExists', message: expect.stringContaining('row already exists') });
    expect(await rolesOf(user)).toEqual([[viewer, [place]]]);
    for (const [refused, code, words] of [
      [() => give({}), 'InvalidArgument', 'must specify at least one group or user assignment'],
      [() => give(toUser(99_999, viewer)), 'NotFound', 'user not found'],
      [() => give(toGroup(99_999, viewer)), 'NotFound', 'group with id 99999 not found'],
      [() => give(toUser(user.id, viewer, 99_999)), 'NotFound', "workspace '99999' not found"],
      [() => give(toUser(user.id, 99)), 'NotFound', 'not found'],
      [
        () => give(toUser(user.id, workspaceCreator, place)),
        'InvalidArgument',
        'a global-only permission cannot be assigned to a local scope',
      ],
      [() => take(toUser(user.id, editor, place)), 'NotFound', 'not found'],
    ] as const) {
      expect(await refusalOf(refused())).toMatchObject({ code, message: expect.stringContaining(words) });
    }
  });

  test('which changes when an account was changed, and is in the log of who changed what', async () => {
    const user = await cluster.newUser();
    const at = async () => (await admin().call(getUserRoute, { userId: user.id })).user?.modifiedAt;
    const before = await at();
    await give(toUser(user.id, viewer));
    expect(await at()).not.toBe(before);
    await take(toUser(user.id, viewer));
    const { entries } = await admin().call(getAuditEntriesRoute, { query: { limit: 2, kind: 'role' } } as never);
    const where = { userId: user.id, user: user.username, scope: 'cluster' };
    expect(entries).toMatchObject([
      { action: 'unassign', thingName: 'Viewer', before: where, after: {} },
      { action: 'assign', thingName: 'Viewer', before: {}, after: where },
    ]);
  });
});

describe('nobody gives more than he has', () => {
  test('WorkspaceAdmin of the cluster cannot make himself ClusterAdmin, nor take the role from one', async () => {
    const user = await cluster.newUser();
    await give(toUser(user.id, workspaceAdmin));
    const lacking = { code: 'PermissionDenied', message: expect.stringContaining('PERMISSION_TYPE_ADMINISTRATE_USER') };
    expect(await refusalOf(give(toUser(user.id, clusterAdmin), user.client))).toMatchObject(lacking);
    expect(await refusalOf(take(toUser(cluster.admin.id, clusterAdmin), user.client))).toMatchObject(lacking);
    await give(toUser(user.id, editor), user.client);
  });

  test('who gives roles on a workspace gives them there alone, whatever else the call names', async () => {
    const [giver, other] = [await cluster.newUser(), await cluster.newUser()];
    const [place, hidden] = [await newWorkspace(), await newWorkspace()];
    await give(toUser(giver.id, workspaceAdmin, place));
    await give(toUser(other.id, viewer, place), giver.client);
    const both = {
      userRoleAssignments: [
        ...toUser(other.id, editor, place).userRoleAssignments,
        ...toUser(other.id, viewer).userRoleAssignments,
      ],
    };
    expect(await refusalOf(give(both, giver.client))).toMatchObject({
      code: 'PermissionDenied',
      message: 'access denied; required permissions: PERMISSION_TYPE_ASSIGN_ROLES',
    });
    expect(await refusalOf(give(toUser(other.id, viewer, hidden), giver.client))).toMatchObject({ code: 'NotFound' });
    expect(await refusalOf(give(toUser(giver.id, editor, place), other.client))).toMatchObject({
      code: 'PermissionDenied',
      message: 'access denied; required permissions: PERMISSION_TYPE_ASSIGN_ROLES',
    });
    expect(await rolesOf(other)).toEqual([[viewer, [place]]]);
  });

  test('and learns of others what touches his workspaces', async () => {
    const [giver, other, nobody] = [await cluster.newUser(), await cluster.newUser(), await cluster.newUser()];
    const [place, elsewhere] = [await newWorkspace(), await newWorkspace()];
    await give(toUser(giver.id, workspaceAdmin, place));
    await give(toUser(other.id, viewer, place));
    await give(toUser(other.id, editor, elsewhere));
    const asked = (user: DevUser) => user.client.call(getRolesAssignedToUserRoute, { userId: other.id });
    const named = async (user: DevUser) => (await asked(user)).roles.map(({ role }) => role?.roleId);
    expect(await named(cluster.admin)).toEqual([viewer, editor]);
    expect(await named(giver)).toEqual([viewer]);
    expect(await named(other)).toEqual([viewer, editor]);
    expect(await refusalOf(asked(nobody))).toMatchObject({ code: 'PermissionDenied' });
    const group = await newGroup(other);
    await give(toGroup(group, editor, elsewhere));
    const ofGroup = async (user: DevUser) =>
      (await user.client.call(getRolesAssignedToGroupRoute, { groupId: group })).assignments.length;
    expect([await ofGroup(giver), await ofGroup(other), await ofGroup(cluster.admin)]).toEqual([0, 1, 1]);
    expect(await refusalOf(ofGroup(nobody))).toMatchObject({ code: 'NotFound' });
    expect(await refusalOf(nobody.client.call(getRolesByIDRoute, { roleIds: [viewer] }))).toMatchObject({
      code: 'PermissionDenied',
    });
    expect((await nobody.client.call(listRolesRoute, {})).roles).toEqual([]);
  });

  test('the last ClusterAdmin of the cluster stays', async () => {
    const own = toUser(cluster.admin.id, clusterAdmin);
    expect(await refusalOf(take(own))).toMatchObject({ code: 'FailedPrecondition' });
    const other = await cluster.newUser();
    const group = await newGroup(other);
    await give(toGroup(group, clusterAdmin));
    await take(own);
    expect(await seen(cluster.admin)).not.toContain(1);
    await give(own, other.client);
    await take(toGroup(group, clusterAdmin));
  });
});

test('[API-175] the members of a workspace: who has a role on it, by part of a name, for who sees it', async () => {
  const [giver, member, stranger] = [await cluster.newUser(), await cluster.newUser(), await cluster.newUser()];
  const group = await newGroup(member);
  const place = await newWorkspace();
  await give(toUser(giver.id, workspaceAdmin, place));
  await give(toGroup(group, viewer, place));
  const asked = async ({ client }: DevUser, name = '') => {
    const reply = await client.call(getGroupsAndUsersAssignedToWorkspaceRoute, { workspaceId: place, name });
    return [
      reply.groups.map(({ groupId, users }) => [groupId, users?.map(({ id }) => id)]),
      reply.usersAssignedDirectly.map(({ id }) => id),
      reply.assignments.map(({ role, groupRoleAssignments, userRoleAssignments }) => [
        role?.roleId,
        groupRoleAssignments.length,
        userRoleAssignments.length,
      ]),
    ];
  };
  const creator = cluster.admin.id;
  const whole = [
    [[group, [member.id]]],
    [creator, giver.id],
    [
      [workspaceAdmin, 0, 2],
      [viewer, 1, 0],
    ],
  ];
  expect(await asked(giver)).toEqual(whole);
  expect(await asked(member)).toEqual(whole);
  expect(await asked(stranger)).toEqual([[], [], []]);
  expect(await asked(giver, giver.username)).toEqual([[], [giver.id], [[workspaceAdmin, 0, 1]]]);
});

test('whoever makes a workspace is its WorkspaceAdmin; the admin flag means nothing', async () => {
  const user = await cluster.newUser();
  await admin().call(patchUserRoute, { userId: user.id, user: { admin: true } } as never);
  expect(await refusalOf(newWorkspace(user.client))).toMatchObject({
    code: 'PermissionDenied',
    message: 'access denied; required permissions: PERMISSION_TYPE_CREATE_WORKSPACE',
  });
  await give(toUser(user.id, workspaceCreator));
  const id = await newWorkspace(user.client);
  expect(await rolesOf(user)).toEqual([
    [workspaceAdmin, [id]],
    [workspaceCreator, 'cluster'],
  ]);
  await user.client.call(patchWorkspaceRoute, { id, workspace: { name: `renamed ${id}` } } as never);
  expect((await user.client.call(getWorkspaceRoute, { id })).workspace?.name).toBe(`renamed ${id}`);
});

describe('what is configured', () => {
  test('another role for who makes a workspace, or none', async () => {
    for (const [env, roles] of [
      [{ DET_SECURITY_AUTHZ_WORKSPACE_CREATOR_ASSIGN_ROLE_ROLE_ID: '5' }, [editor]],
      [{ DET_SECURITY_AUTHZ_WORKSPACE_CREATOR_ASSIGN_ROLE_ENABLED: 'false' }, []],
    ] as const) {
      const own = await startDevCluster({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac', ...env } });
      try {
        const user = await own.newUser();
        await own.admin.client.call(assignRolesRoute, toUser(user.id, workspaceCreator) as never);
        await newWorkspace(user.client);
        const { assignments } = await user.client.call(getPermissionsSummaryRoute, {});
        expect(assignments.map(({ roleId }) => roleId).filter((id) => id !== workspaceCreator)).toEqual(roles);
      } finally {
        await own.stop();
      }
    }
  });

  test('without roles in force they are kept and read, and change nothing; clients are told what is configured', async () => {
    expect((await admin().call(getMasterRoute, {})).rbacEnabled).toBe(true);
    const own = await startDevCluster({ env: { DET_SECURITY_AUTHZ_RBAC_UI_ENABLED: 'true' } });
    try {
      const user = await own.newUser();
      expect((await user.client.call(getMasterRoute, {})).rbacEnabled).toBe(true);
      expect(await seen(user)).toEqual([1]);
      const refused = await refusalOf(user.client.call(assignRolesRoute, toUser(user.id, viewer) as never));
      expect(refused).toMatchObject({ code: 'PermissionDenied' });
      await own.admin.client.call(assignRolesRoute, toUser(user.id, viewer) as never);
      expect(await rolesOf(user)).toEqual([[viewer, 'cluster']]);
      expect(await rolesOf(own.admin)).toEqual([[clusterAdmin, 'cluster']]);
    } finally {
      await own.stop();
    }
  });
});

test('[RBAC-022, RBAC-023, RBAC-024, RBAC-025, RBAC-026, RBAC-027, RBAC-028, RBAC-029, RBAC-030, RBAC-031, RBAC-032, RBAC-033, RBAC-034, RBAC-035, RBAC-036] the types of permissions that the server tells of', async () => {
  const document = await (await cluster.fetch('/api/v1/openapi.json', {})).text();
  const told = new Set(document.match(/(?<="PERMISSION_TYPE_)[A-Z_]+(?=")/g));
  const named = `
    ADMINISTRATE_USER ADMINISTRATE_OAUTH
    CREATE_EXPERIMENT VIEW_EXPERIMENT_ARTIFACTS VIEW_EXPERIMENT_METADATA UPDATE_EXPERIMENT UPDATE_EXPERIMENT_METADATA
    DELETE_EXPERIMENT CREATE_NSC VIEW_NSC UPDATE_NSC UPDATE_GROUP ASSIGN_ROLES UPDATE_ROLES
    CREATE_WORKSPACE VIEW_WORKSPACE UPDATE_WORKSPACE DELETE_WORKSPACE SET_WORKSPACE_AGENT_USER_GROUP
    SET_WORKSPACE_CHECKPOINT_STORAGE_CONFIG SET_WORKSPACE_DEFAULT_RESOURCE_POOL
    CREATE_PROJECT VIEW_PROJECT UPDATE_PROJECT DELETE_PROJECT
    VIEW_MODEL_REGISTRY EDIT_MODEL_REGISTRY CREATE_MODEL_REGISTRY DELETE_MODEL_REGISTRY DELETE_MODEL_VERSION
    DELETE_OTHER_USER_MODEL_REGISTRY DELETE_OTHER_USER_MODEL_VERSION
    VIEW_MASTER_LOGS VIEW_CLUSTER_USAGE VIEW_MASTER_CONFIG UPDATE_MASTER_CONFIG UPDATE_AGENTS VIEW_SENSITIVE_AGENT_INFO
    VIEW_EXTERNAL_JOBS CONTROL_STRICT_JOB_QUEUE VIEW_TEMPLATES UPDATE_TEMPLATES CREATE_TEMPLATES DELETE_TEMPLATES
    EDIT_WEBHOOKS MODIFY_RP_WORKSPACE_BINDINGS SET_WORKSPACE_NAMESPACE_BINDINGS SET_RESOURCE_QUOTAS VIEW_RESOURCE_QUOTAS`;
  expect(named.match(/[A-Z_]+/g)?.filter((name) => !told.has(name))).toEqual([]);
});

describe('the rows of groups', () => {
  test('say who is in a group and what it gives, and are found by either name', async () => {
    const [one, other] = [await cluster.newUser(), await cluster.newUser()];
    const [id, empty] = [await newGroup(one, other), await newGroup()];
    const workspace = await newWorkspace();
    await give(toGroup(id, editor, workspace));
    await give(toGroup(id, viewer));
    const rows = async (query: object) => (await admin().call(getGroupRowsRoute, { query } as never)).groups;
    const [found] = await rows({ text: one.username.toUpperCase() });
    expect(found).toEqual({
      id,
      name: expect.stringMatching(/^G/),
      members: 2,
      people: [one, other].map((user) => ({ id: user.id, username: user.username, displayName: expect.any(String) })),
      roles: [
        { roleId: viewer, workspaces: null },
        { roleId: editor, workspaces: [{ id: workspace, name: expect.stringMatching(/^W/) }] },
      ],
    });
    expect((await rows({ text: found?.name })).map((row) => row.id)).toContain(id);
    // Of letters that mean something to a pattern.
    expect(await rows({ text: '%' })).toEqual([]);
    const byMembers = await rows({ order: 'members', descending: true, limit: 500 });
    expect(byMembers.map(({ members }) => members)).toEqual(
      byMembers.map(({ members }) => members).toSorted((a, b) => b - a),
    );
    expect(byMembers.find((row) => row.id === empty)).toMatchObject({ members: 0, people: [], roles: [] });
    const page = await admin().call(getGroupRowsRoute, { query: { limit: 1, offset: 1 } } as never);
    expect(page.groups).toHaveLength(1);
    expect(page.total).toBe(byMembers.length);
  });

  test('are for those who change groups', async () => {
    const user = await cluster.newUser();
    expect(await refusalOf(user.client.call(getGroupRowsRoute, { query: {} } as never))).toMatchObject({
      code: 'PermissionDenied',
    });
  });
});

test('users are listed by the roles that they were given themselves, as far as the caller may know of it', async () => {
  const [one, other] = [await cluster.newUser(), await cluster.newUser()];
  const [member, giver] = [await cluster.newUser(), await cluster.newUser()];
  const [place, elsewhere] = [await newWorkspace(), await newWorkspace()];
  const restricted = 7;
  await give(toUser(one.id, restricted, place));
  await give(toUser(other.id, restricted, elsewhere));
  await give(toUser(other.id, editor));
  await give(toGroup(await newGroup(member), restricted));
  await give(toUser(giver.id, workspaceAdmin, place));
  const listed = async (user: DevUser, roleIds: number[], more = {}) => {
    const asked = { roleIdAssignedDirectlyToUser: roleIds, ...more };
    const { users, pagination } = await user.client.call(getUsersRoute, asked);
    expect(pagination?.total).toBe(users.length);
    return users.map(({ id }) => id);
  };
  expect(await listed(cluster.admin, [restricted])).toEqual([one.id, other.id]);
  expect(await listed(cluster.admin, [restricted, workspaceAdmin])).toEqual(
    expect.arrayContaining([one.id, other.id, giver.id]),
  );
  expect(await listed(cluster.admin, [restricted], { name: other.username })).toEqual([other.id]);
  expect(await listed(cluster.admin, [99])).toEqual([]);
  // In a workspace that is his, and of himself.
  expect(await listed(giver, [restricted])).toEqual([one.id]);
  expect(await listed(other, [restricted])).toEqual([other.id]);
  expect(await listed(member, [restricted])).toEqual([]);
});

test('who has a role for the whole cluster that counts in workspaces is told to whoever sees the workspace', async () => {
  const [sees, direct, stranger] = [await cluster.newUser(), await cluster.newUser(), await cluster.newUser()];
  const [member, gone] = [await cluster.newUser(), await cluster.newUser()];
  const place = await newWorkspace();
  await give(toUser(sees.id, viewer, place));
  await give(toUser(direct.id, editor));
  // It changes nothing in a workspace.
  await give(toUser(direct.id, workspaceCreator));
  await give(toUser(gone.id, editor));
  const group = await newGroup(member, gone);
  await give(toGroup(group, editor));
  await admin().call(patchUserRoute, { userId: gone.id, user: { active: false } });
  const asked = ({ client }: DevUser) => client.call(getClusterHoldersRoute, { params: { workspaceId: place } });
  const { users, groups } = await asked(sees);
  const person = ({ id, username }: DevUser) => ({ id, username, displayName: '' });
  expect(users).toContainEqual({ roleId: clusterAdmin, user: person(cluster.admin) });
  const mine = [sees, direct, member, gone].map(({ id }) => id);
  expect(users.filter(({ user }) => mine.includes(user.id))).toEqual([{ roleId: editor, user: person(direct) }]);
  expect(groups.filter(({ groupId }) => groupId === group)).toEqual([
    { roleId: editor, groupId: group, name: expect.any(String), users: [person(member)] },
  ]);
  expect(await refusalOf(asked(stranger))).toMatchObject({ code: 'NotFound' });
});
