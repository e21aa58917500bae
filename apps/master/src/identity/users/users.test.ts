import { createHash } from 'node:crypto';
import { readWireError } from '@determined/contract/errors.ts';
import { PermissionType } from '@determined/contract/identity/roles-generated.ts';
import { getPermissionsSummaryRoute, listRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import {
  getUserSettingRoute,
  postUserSettingRoute,
  resetUserSettingRoute,
} from '@determined/contract/identity/settings-routes.ts';
import type { GetUsersRequestSortBy } from '@determined/contract/identity/users-generated.ts';
import {
  getMeRoute,
  getUserByUsernameRoute,
  getUserRoute,
  getUsersRoute,
  patchUserRoute,
  patchUsersRoute,
  postUserRoute,
  setUserPasswordRoute,
} from '@determined/contract/identity/users-routes.ts';
import { type DevCluster, devPassword, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { codeOf, refusalOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: DevCluster;
beforeAll(async () => {
  cluster = await startDevCluster();
});
afterAll(() => cluster.stop());

const create = (username: string, more: object = {}) =>
  cluster.admin.client.call(postUserRoute, { user: { username, active: true, ...more }, password: devPassword });

test('[API-153] [ADMIN-073] an admin creates an account with all it can carry', async () => {
  const { user } = await create('carol', {
    displayName: 'Carol',
    agentUserGroup: { agentUid: 5, agentGid: 6, agentUser: 'c', agentGroup: 'g' },
  });
  expect(user).toMatchObject({
    username: 'carol',
    displayName: 'Carol',
    admin: false,
    active: true,
    remote: false,
    agentUserGroup: { agentUid: 5, agentGid: 6, agentUser: 'c', agentGroup: 'g' },
    modifiedAt: expect.stringMatching(/Z$/),
  });
  expect(user?.lastAuthAt).toBeUndefined();
  await cluster.signIn('carol', devPassword);
  const { user: later } = await cluster.admin.client.call(getUserRoute, { userId: user?.id ?? 0 });
  expect(later?.lastAuthAt).toMatch(/Z$/);
});

test('names are checked: length, letters, reserved, taken', async () => {
  expect(await codeOf(create('x'))).toBe('InvalidArgument');
  expect(await codeOf(create('zoë'))).toBe('InvalidArgument');
  expect(await codeOf(create('Determined'))).toBe('InvalidArgument');
  await create('taken');
  expect(await codeOf(create('taken'))).toBe('AlreadyExists');
  await create('TAKEN');
  expect(await codeOf(create('half', { agentUserGroup: { agentUid: 5 } }))).toBe('InvalidArgument');
  expect(await codeOf(create('far', { remote: true }))).toBe('InvalidArgument');
});

test('[API-150] lists filter, sort by names as people do, and page', async () => {
  for (const [username, displayName] of [
    ['list-b', 'beta'],
    ['list-a', 'Alpha'],
    ['list-c', ''],
  ]) {
    await create(username ?? '', { displayName });
  }
  const names = async (query: object) => {
    const { users, pagination } = await cluster.admin.client.call(getUsersRoute, { name: 'list-', ...query });
    return [users.map((user) => user.username), pagination?.total];
  };
  expect(await names({})).toEqual([['list-b', 'list-a', 'list-c'], 3]);
  expect(await names({ sortBy: 'SORT_BY_DISPLAY_NAME' })).toEqual([['list-a', 'list-b', 'list-c'], 3]);
  expect(await names({ sortBy: 'SORT_BY_NAME' })).toEqual([['list-a', 'list-b', 'list-c'], 3]);
  expect(await names({ sortBy: 'SORT_BY_USER_NAME', orderBy: 'ORDER_BY_DESC', limit: 1, offset: 1 })).toEqual([
    ['list-b'],
    3,
  ]);
  expect(await names({ name: 'ALPH' })).toEqual([['list-a'], 1]);
  expect(await codeOf(names({ offset: 4 }))).toBe('InvalidArgument');
  expect(await codeOf(names({ limit: -1 }))).toBe('InvalidArgument');
  await cluster.admin.client.call(patchUsersRoute, {
    userIds: [(await byName('list-c'))?.id ?? 0],
    activate: false,
  });
  expect(await names({ active: false })).toEqual([['list-c'], 1]);
  expect(await names({ admin: true })).toEqual([[], 0]);
  expect((await names({ name: '', admin: true }))[0]).toContain('admin');
});

test('nobody is listed by roles while none are in force', async () => {
  const asked = cluster.admin.client.call(getUsersRoute, { roleIdAssignedDirectlyToUser: [1] });
  expect(await refusalOf(asked)).toMatchObject({
    code: 'InvalidArgument',
    message: 'cannot filter by role id. RBAC must be enabled.',
  });
});

test('[API-234] every sort key of accounts is followed, in both directions', async () => {
  const made = ['key-2', 'key-1', 'key-4', 'key-3'] as const;
  for (const username of made) await create(username);
  const set = (username: (typeof made)[number], changes: object) =>
    cluster.master.db.updateTable('users').set(changes).where('username', '=', username).execute();
  const day = (n: number) => `2026-01-0${n}T00:00:00Z`;
  await set('key-2', { admin: true, display_name: '', modified_at: day(4), last_auth_at: null });
  await set('key-1', { remote: true, display_name: 'z', modified_at: day(3), last_auth_at: null });
  await set('key-4', { display_name: 'a', modified_at: day(2), last_auth_at: day(2) });
  await set('key-3', { active: false, display_name: '', modified_at: day(1), last_auth_at: day(1) });
  // No two keys give the same order.
  const orders = {
    SORT_BY_UNSPECIFIED: [2, 1, 4, 3],
    SORT_BY_DISPLAY_NAME: [4, 1, 2, 3],
    SORT_BY_USER_NAME: [1, 2, 3, 4],
    SORT_BY_ADMIN: [1, 4, 3, 2],
    SORT_BY_ACTIVE: [3, 2, 1, 4],
    SORT_BY_MODIFIED_TIME: [3, 4, 1, 2],
    SORT_BY_NAME: [4, 2, 3, 1],
    SORT_BY_LAST_AUTH_TIME: [3, 4, 2, 1],
    SORT_BY_REMOTE: [2, 4, 3, 1],
  } satisfies Record<GetUsersRequestSortBy, number[]>;
  for (const [sortBy, order] of Object.entries(orders)) {
    for (const orderBy of ['ORDER_BY_ASC', 'ORDER_BY_DESC'] as const) {
      // Cast: keys of an object are texts to the compiler.
      const asked = { name: 'key-', sortBy: sortBy as GetUsersRequestSortBy, orderBy };
      const { users } = await cluster.admin.client.call(getUsersRoute, asked);
      const expected = order.map((n) => `key-${n}`);
      expect([sortBy, users.map(({ username }) => username)]).toEqual([
        sortBy,
        orderBy === 'ORDER_BY_ASC' ? expected : expected.toReversed(),
      ]);
    }
  }
  // The other tests know of one administrator.
  await set('key-2', { admin: false });
});

const byName = async (username: string) => (await cluster.admin.client.call(getUserByUsernameRoute, { username })).user;

test('[API-149] [API-151] [API-152] accounts are found by id, by exact name, and as one’s own', async () => {
  expect(await byName('admin')).toMatchObject({ id: 1 });
  expect(await codeOf(byName('Admin'))).toBe('NotFound');
  expect(await codeOf(cluster.admin.client.call(getUserRoute, { userId: 9999 }))).toBe('NotFound');
  const plain = await cluster.newUser();
  expect((await plain.client.call(getMeRoute, {})).user).toMatchObject({ id: plain.id, admin: false, active: true });
});

test('others see no more of an account than its names and whether it is active', async () => {
  const plain = await cluster.newUser();
  const { user } = await plain.client.call(getUserRoute, { userId: 1 });
  expect(user).toMatchObject({ id: 1, username: 'admin', active: true, admin: false, modifiedAt: null });
  expect(user?.lastAuthAt).toBeUndefined();
  const { users } = await plain.client.call(getUsersRoute, { admin: true });
  expect(users).toEqual([]);
  const { user: me } = await plain.client.call(getMeRoute, {});
  expect(me?.lastAuthAt).toMatch(/Z$/);
  const old = await cluster.fetch('/users', { token: plain.token });
  const admin = ((await old.json()) as { id: number; last_auth_at: unknown }[]).find(({ id }) => id === 1);
  expect(admin).toMatchObject({ admin: false, last_auth_at: null, modified_at: null });
});

test('users change their own names; rights are for admins', async () => {
  const plain = await cluster.newUser();
  const patch = (user: object, userId = plain.id) => plain.client.call(patchUserRoute, { userId, user });
  expect((await patch({ displayName: 'Renamed' })).user).toMatchObject({ displayName: 'Renamed' });
  expect((await patch({ username: 'renamed-user' })).user).toMatchObject({ username: 'renamed-user' });
  expect(await codeOf(patch({ displayName: 'ADMIN' }))).toBe('InvalidArgument');
  expect(await codeOf(patch({ admin: true }))).toBe('PermissionDenied');
  expect(await codeOf(patch({ active: true }))).toBe('PermissionDenied');
  expect(await codeOf(patch({ remote: true }))).toBe('PermissionDenied');
  expect(await codeOf(patch({ displayName: 'x' }, 1))).toBe('PermissionDenied');
  expect(await codeOf(patch({ username: 'xx' }, 1))).toBe('PermissionDenied');
  expect(await codeOf(patch({ password: '', isHashed: true }, 1))).toBe('PermissionDenied');
});

test('[API-154] an admin changes names, password, rights and where a user signs in', async () => {
  const { id: userId, username } = await cluster.newUser();
  const patch = async (user: object) => (await cluster.admin.client.call(patchUserRoute, { userId, user })).user;
  const stored = async () => (await cluster.admin.client.call(getUserRoute, { userId })).user;
  const changes = [{ displayName: 'Shown' }, { username: `${username}-b` }, { admin: true }, { active: false }];
  for (const change of changes) {
    expect(await patch(change)).toMatchObject(change);
    expect(await stored()).toMatchObject(change);
  }
  await patch({ active: true, password: 'Another-2', isHashed: false });
  expect(await codeOf(cluster.signIn(`${username}-b`, devPassword))).toBe('Unauthenticated');
  expect((await cluster.signIn(`${username}-b`, 'Another-2')).id).toBe(userId);
  await patch({ remote: true, admin: false });
  expect(await stored()).toMatchObject({ remote: true });
});

test('[API-156] an agent user is linked whole or cleared', async () => {
  const { id: userId } = await cluster.newUser();
  const link = (agentUserGroup: object) =>
    cluster.admin.client.call(patchUserRoute, { userId, user: { agentUserGroup } });
  const linked = await link({ agentUid: 7, agentGid: 8, agentUser: 'a', agentGroup: 'b' });
  expect(linked.user?.agentUserGroup).toEqual({ agentUid: 7, agentGid: 8, agentUser: 'a', agentGroup: 'b' });
  expect(await codeOf(link({ agentUid: 7 }))).toBe('InvalidArgument');
  expect((await link({})).user?.agentUserGroup).toEqual({ agentUid: 0, agentGid: 0, agentUser: '', agentGroup: '' });
});

test('[API-158] a new password ends every sign-in of the user and nobody else’s', async () => {
  const plain = await cluster.newUser();
  const second = await cluster.signIn(plain.username, devPassword);
  await plain.client.call(getMeRoute, {});
  await second.client.call(getMeRoute, {});
  await plain.client.call(setUserPasswordRoute, { userId: plain.id, password: 'Another-1' });
  for (const { client } of [plain, second]) expect(await codeOf(client.call(getMeRoute, {}))).toBe('Unauthenticated');
  await cluster.admin.client.call(getMeRoute, {});
  expect(await codeOf(cluster.signIn(plain.username, devPassword))).toBe('Unauthenticated');
  const again = await cluster.signIn(plain.username, 'Another-1');
  expect(await codeOf(again.client.call(setUserPasswordRoute, { userId: 1, password: 'Another-1' }))).toBe(
    'PermissionDenied',
  );
});

test('a deactivated user is out at once and back in with the same session', async () => {
  const plain = await cluster.newUser();
  const activate = (active: boolean) =>
    cluster.admin.client.call(patchUserRoute, { userId: plain.id, user: { active } });
  await activate(false);
  expect(await codeOf(plain.client.call(getMeRoute, {}))).toBe('PermissionDenied');
  expect(await codeOf(cluster.signIn(plain.username, devPassword))).toBe('PermissionDenied');
  await activate(true);
  await plain.client.call(getMeRoute, {});
});

test('[API-155] bulk activation answers for each account', async () => {
  const plain = await cluster.newUser();
  const { results } = await cluster.admin.client.call(patchUsersRoute, {
    userIds: [plain.id, 9999],
    activate: true,
  });
  expect(results).toEqual([
    { id: plain.id, error: '' },
    { id: 9999, error: 'user not found' },
  ]);
  const refused = await plain.client.call(patchUsersRoute, { userIds: [1], activate: false });
  expect(refused.results[0]?.error).toMatch(/admin/);
  expect((await byName('admin'))?.active).toBe(true);
  const both = cluster.admin.client.call(patchUsersRoute, { userIds: [1], filters: { name: 'x' }, activate: false });
  expect(await codeOf(both)).toBe('InvalidArgument');
  const all = cluster.admin.client.call(patchUsersRoute, { filters: { name: '' }, activate: false });
  expect(await codeOf(all)).toBe('InvalidArgument');
});

test('the last admin can be neither demoted nor deactivated', async () => {
  for (const user of [{ admin: false }, { active: false }]) {
    expect(await codeOf(cluster.admin.client.call(patchUserRoute, { userId: 1, user }))).toBe('FailedPrecondition');
  }
  expect(await byName('admin')).toMatchObject({ admin: true, active: true });
});

test('[API-160] [API-161] [API-162] [SETTINGS-045] settings are kept for each user', async () => {
  const plain = await cluster.newUser();
  const read = async () => (await plain.client.call(getUserSettingRoute, {})).settings;
  const write = (...settings: { key: string; storagePath: string; value: string }[]) =>
    plain.client.call(postUserSettingRoute, { settings });
  const theme = { key: 'theme', storagePath: 'ui', value: '"dark"' };
  await write(theme, { key: 'a', storagePath: 'p', value: '1' });
  await write({ ...theme, value: '"light"' }, { key: 'a', storagePath: 'p', value: '' });
  expect(await read()).toEqual([{ ...theme, value: '"light"' }]);
  expect(await codeOf(write({ ...theme, value: 'no JSON' }))).toBe('InvalidArgument');
  expect((await cluster.admin.client.call(getUserSettingRoute, {})).settings).toEqual([]);
  await plain.client.call(resetUserSettingRoute, {});
  expect(await read()).toEqual([]);
});

test('[API-170] [API-176] [RBAC-018] [RBAC-021] roles carry permissions under the names of the wire', async () => {
  const { roles } = await cluster.admin.client.call(listRolesRoute, { limit: 0 });
  expect(roles.map(({ name }) => name)).toContain('Editor');
  const permissions = roles.flatMap((role) => role.permissions);
  expect(permissions.length).toBeGreaterThan(100);
  for (const { id, name, scopeTypeMask } of permissions) {
    expect(PermissionType).toContain(id);
    expect(scopeTypeMask).toEqual({ cluster: true, workspace: expect.any(Boolean) });
    expect(name).not.toBe('');
  }
  const { assignments } = await cluster.admin.client.call(getPermissionsSummaryRoute, {});
  expect(assignments).toEqual([{ roleId: 1, scopeWorkspaceIds: [], scopeCluster: true }]);
  const plain = await cluster.newUser();
  expect(await plain.client.call(getPermissionsSummaryRoute, {})).toEqual({ roles: [], assignments: [] });
});

test('the old routes sign in and out and tell accounts in their old form', async () => {
  const plain = await cluster.newUser();
  const old = (password: string, query = '') =>
    cluster.fetch(`/login${query}`, { method: 'POST', body: JSON.stringify({ username: plain.username, password }) });
  const refused = await old('wrong');
  expect([refused.status, await refused.json()]).toEqual([403, { message: 'invalid credentials' }]);
  // As clients send it: SHA-512 of the fixed salt and the password.
  const hashed = createHash('sha512').update(`GubPEmmotfiK9TMD6Zdw${devPassword}`).digest('hex');
  const reply = await old(hashed);
  expect(reply.headers.get('set-cookie')).toBeNull();
  const { token } = (await reply.json()) as { token: string };
  expect((await old(hashed, '?cookie=true')).headers.get('set-cookie')).toMatch(/^auth=/);
  const me = await cluster.fetch('/users/me', { token });
  expect(await me.json()).toMatchObject({ username: plain.username, display_name: null, name: '', agent_uid: null });
  expect((await cluster.fetch('/logout', { method: 'POST', token })).status).toBe(200);
  await cluster.heard();
  const after = await cluster.fetch('/api/v1/me', { token });
  expect(readWireError(await after.json(), after.status)?.code).toBe('Unauthenticated');
});

test('older scripts make, change and rename accounts outside /api/v1, by the same rules', async () => {
  const old = async (method: string, path: string, body: object, token = cluster.admin.token) => {
    const reply = await cluster.fetch(path, { method, body: JSON.stringify(body), token });
    return [reply.status, await reply.json()];
  };
  const agent_user_group = { uid: 5, gid: 6, user: 'o', group: 'g' };
  expect(await old('POST', '/users', { username: 'old-one', active: true, agent_user_group })).toEqual([200, {}]);
  expect(await byName('old-one')).toMatchObject({
    active: true,
    admin: false,
    agentUserGroup: { agentUid: 5, agentGid: 6, agentUser: 'o', agentGroup: 'g' },
  });
  expect(await old('POST', '/users', { username: 'old-one' })).toEqual([400, { message: 'user already exists' }]);
  expect((await old('POST', '/users', { username: 5 }))[0]).toBe(400);
  expect(await old('PATCH', '/users/old-one', { admin: true, password: 'f00d' })).toEqual([200, {}]);
  expect(await byName('old-one')).toMatchObject({ active: true, admin: true });
  const signIn = (password: string) => old('POST', '/login', { username: 'old-one', password });
  expect((await signIn(''))[0]).toBe(403);
  expect((await signIn('f00d'))[0]).toBe(200);
  expect(await old('PATCH', '/users/old-one/username', { username: 'admin' })).toMatchObject([400, {}]);
  expect(await old('PATCH', '/users/old-one/username', { username: 'older-one' })).toEqual([200, {}]);
  expect(await codeOf(byName('old-one'))).toBe('NotFound');
  expect((await old('PATCH', '/users/old-one', { active: false }))[0]).toBe(404);
  const plain = await cluster.newUser();
  expect((await old('POST', '/users', { username: 'not-made' }, plain.token))[0]).toBe(403);
  expect((await old('PATCH', '/users/older-one', { active: false }, plain.token))[0]).toBe(403);
  expect((await old('PATCH', '/users/older-one/username', { username: 'taken-over' }, plain.token))[0]).toBe(403);
  expect(await byName('older-one')).toMatchObject({ active: true, admin: true });
});
