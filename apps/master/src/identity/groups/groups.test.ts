import { getAuditEntriesRoute } from '@determined/contract/identity/audit-ext-routes.ts';
import {
  assignMultipleGroupsRoute,
  createGroupRoute,
  deleteGroupRoute,
  getGroupRoute,
  getGroupsRoute,
  updateGroupRoute,
} from '@determined/contract/identity/groups-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { codeOf, refusalOf } from '@determined/dev-cluster/refusal.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LimitedSight } from '../../testing/limited-sight.ts';

const sight = new LimitedSight();
let cluster: DevCluster;
let first: DevUser;
let second: DevUser;
const admin = () => cluster.admin.client;
beforeAll(async () => {
  cluster = await startDevCluster({ policy: sight.policy });
  first = await cluster.newUser();
  second = await cluster.newUser();
});
afterAll(() => cluster.stop());

let names = 0;
async function newGroup(...members: DevUser[]): Promise<{ groupId: number; name: string }> {
  const name = `group ${++names}`;
  const { group } = await admin().call(createGroupRoute, { name, addUsers: members.map(({ id }) => id) });
  return { groupId: group?.groupId ?? 0, name };
}
const membersOf = async (groupId: number) =>
  (await admin().call(getGroupRoute, { groupId })).group?.users.map(({ id }) => id);

test('[ADMIN-074, API-165] a group has an id and a name, its members with theirs, and lists say how many they are', async () => {
  const { groupId, name } = await newGroup(second, first);
  const { group } = await admin().call(getGroupRoute, { groupId });
  const shown = ({ id, username }: DevUser) => ({ id, username, displayName: expect.any(String) });
  expect(group).toMatchObject({ groupId, name, users: [shown(first), shown(second)] });
  const found = await admin().call(getGroupsRoute, { limit: 10, name });
  expect(found).toEqual({
    groups: [{ group: { groupId, name }, numMembers: 2 }],
    pagination: { offset: 0, limit: 10, startIndex: 0, endIndex: 1, total: 1 },
  });
});

test('[API-164] a page of groups, and those of a user', async () => {
  const user = await cluster.newUser();
  const groups = [await newGroup(user), await newGroup(user), await newGroup(user)];
  await newGroup(first);
  const of = { userId: user.id };
  const { groups: page, pagination } = await admin().call(getGroupsRoute, { ...of, limit: 2, offset: 1 });
  expect(page.map(({ group }) => group?.groupId)).toEqual(groups.slice(1).map(({ groupId }) => groupId));
  expect(pagination).toEqual({ offset: 1, limit: 2, startIndex: 1, endIndex: 3, total: 3 });
  const all = await admin().call(getGroupsRoute, { ...of, limit: -1 });
  expect([all.groups.length, all.pagination]).toEqual([
    3,
    { offset: 0, limit: -1, startIndex: 0, endIndex: 3, total: 3 },
  ]);
  const before = await admin().call(getGroupsRoute, { ...of, limit: 2, offset: -1 });
  expect(before.groups.map(({ group }) => group?.groupId)).toEqual(groups.slice(0, 2).map(({ groupId }) => groupId));
  expect(before.pagination).toEqual({ offset: -1, limit: 2, startIndex: -1, endIndex: 1, total: 3 });
  for (const limit of [0, -2, 501]) {
    const refused = await refusalOf(admin().call(getGroupsRoute, { limit }));
    expect(refused).toMatchObject({
      code: 'InvalidArgument',
      message: 'Bad request: limit is required and must be <= 500',
    });
  }
});

test('[API-166] a group is named anew, and its members change; what is refused has changed nothing', async () => {
  const other = await newGroup();
  const { groupId, name } = await newGroup(first);
  const { group } = await admin().call(updateGroupRoute, {
    groupId,
    name: `${name}, renamed`,
    addUsers: [second.id],
    removeUsers: [first.id],
  });
  expect(group).toMatchObject({ name: `${name}, renamed`, users: [{ id: second.id }] });
  const refusals = [
    { addUsers: [first.id, 99_999], code: 'NotFound' },
    { addUsers: [first.id, second.id], code: 'AlreadyExists' },
    { removeUsers: [first.id], code: 'NotFound' },
    { name: other.name, addUsers: [first.id], code: 'AlreadyExists' },
    { name: '7DeterminedPersonalGroup', addUsers: [first.id], code: 'InvalidArgument' },
    { name: 'n'.repeat(129), addUsers: [first.id], code: 'InvalidArgument' },
  ];
  for (const { code, ...change } of refusals) {
    expect(await refusalOf(admin().call(updateGroupRoute, { groupId, ...change }))).toMatchObject({ code });
  }
  expect(await membersOf(groupId)).toEqual([second.id]);
  expect(await refusalOf(admin().call(createGroupRoute, { name: other.name }))).toMatchObject({
    code: 'AlreadyExists',
    message: `Error creating group ${other.name}: row already exists`,
  });
  await refusalOf(admin().call(createGroupRoute, { name: 'of nobody', addUsers: [99_999] }));
  expect((await admin().call(getGroupsRoute, { limit: 1, name: 'of nobody' })).groups).toEqual([]);
});

test('[API-157] many users are put into many groups and out of others at once, or none of them', async () => {
  const [one, two, three] = [await newGroup(first), await newGroup(), await newGroup(first, second)];
  const userIds = [first.id, second.id];
  const wrong = { userIds, addGroups: [one.groupId, 99_999], removeGroups: [three.groupId] };
  expect(await refusalOf(admin().call(assignMultipleGroupsRoute, wrong))).toMatchObject({
    code: 'NotFound',
    message: 'group does not exist or is a personal group: not found',
  });
  expect(await membersOf(one.groupId)).toEqual([first.id]);
  const addGroups = [two.groupId, one.groupId];
  await admin().call(assignMultipleGroupsRoute, { userIds, addGroups, removeGroups: [three.groupId] });
  expect(await Promise.all([one, two, three].map(({ groupId }) => membersOf(groupId)))).toEqual([userIds, userIds, []]);
});

test('[API-163, API-167] a deleted group is gone, and everything is written down', async () => {
  const { groupId, name } = await newGroup(first);
  await admin().call(deleteGroupRoute, { groupId });
  const gone = await refusalOf(admin().call(deleteGroupRoute, { groupId }));
  expect(gone).toMatchObject({ code: 'NotFound', message: `Error deleting group ${groupId}: not found` });
  const { entries } = await admin().call(getAuditEntriesRoute, {
    query: { kind: 'group', thingId: String(groupId), limit: 9 },
  });
  expect(entries.map(({ action, thingName, after }) => [action, thingName, after])).toEqual([
    ['delete', name, {}],
    ['change', name, { members: [first.id] }],
    ['create', name, { name }],
  ]);
});

test('who gives no roles sees the groups he is in, and changes none', async () => {
  const user = await cluster.newUser();
  const own = await newGroup(user, first);
  const other = await newGroup(first);
  sight.limit(user.id, { workspaces: [] });
  const { groups, pagination } = await user.client.call(getGroupsRoute, { limit: 100 });
  expect([groups.map(({ group }) => group?.groupId), pagination?.total]).toEqual([[own.groupId], 1]);
  expect((await user.client.call(getGroupRoute, own)).group?.users).toHaveLength(2);
  const hidden = await refusalOf(user.client.call(getGroupRoute, other));
  const unknown = await refusalOf(user.client.call(getGroupRoute, { groupId: 99_999 }));
  expect(hidden.message.replace(String(other.groupId), '99999')).toBe(unknown.message);
  // Roles on a workspace of one's own are given to any group; who is in the others is not one's business.
  const giver = await cluster.newUser();
  sight.limit(giver.id, { workspaces: [1] });
  expect((await giver.client.call(getGroupRoute, other)).group).toEqual({ ...other, users: [] });
  const changes = [
    () => user.client.call(createGroupRoute, { name: 'x' }),
    () => user.client.call(updateGroupRoute, { groupId: own.groupId, name: 'x' }),
    () => user.client.call(deleteGroupRoute, own),
    () => user.client.call(assignMultipleGroupsRoute, { userIds: [user.id], addGroups: [other.groupId] }),
  ];
  for (const change of changes) expect(await codeOf(change())).toBe('PermissionDenied');
});
