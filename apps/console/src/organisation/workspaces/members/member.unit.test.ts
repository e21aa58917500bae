import { expect, test } from 'vitest';
import { assignmentsTo, findMembers, idOfWho, membersOf } from './member.ts';

const person = (id: number, username: string, more: { displayName?: string; active?: boolean } = {}) =>
  ({ id, username, displayName: '', active: true, ...more }) as never;
const role = (roleId: number, name: string) => ({ roleId, name, permissions: [], scopeTypeMask: null });
const toUser = (userId: number) => ({ userId, roleAssignment: null });
const toGroup = (groupId: number) => ({ groupId, roleAssignment: null });

const grace = person(5, 'grace', { displayName: 'Grace Hopper' });
const reply = {
  groups: [{ groupId: 3, name: 'vision', users: [grace, person(6, 'mina'), person(7, 'gone', { active: false })] }],
  usersAssignedDirectly: [grace, person(8, 'left', { active: false }), person(9, 'ken')],
  assignments: [
    { role: role(5, 'Editor'), groupRoleAssignments: [toGroup(3)], userRoleAssignments: [toUser(9), toUser(8)] },
    { role: role(4, 'Viewer'), groupRoleAssignments: [], userRoleAssignments: [toUser(5), toUser(9)] },
  ],
};
const ada = { id: 3, username: 'ada', displayName: '' };
const holders = {
  users: [{ roleId: 1, user: ada }],
  groups: [
    { roleId: 4, groupId: 8, name: 'operators', users: [{ id: 5, username: 'grace', displayName: 'Grace Hopper' }] },
  ],
};
const members = membersOf(reply, holders, 2);

test('[WS-050] a member is a user or a group, with a role, given here, through a group or for the whole cluster; who is deactivated is none', () => {
  expect(members.map(({ who, role: has, inherited }) => [idOfWho(who), has.name, inherited])).toEqual([
    ['u_5', 'Viewer', undefined],
    ['u_9', 'Editor', undefined],
    ['u_9', 'Viewer', undefined],
    ['g_3', 'Editor', undefined],
    ['u_5', 'Editor', 'from group vision'],
    ['u_6', 'Editor', 'from group vision'],
    ['u_3', 'ClusterAdmin', 'whole cluster'],
    ['u_5', 'Viewer', 'whole cluster, from group operators'],
    ['g_8', 'Viewer', 'whole cluster'],
  ]);
  expect(members[0]?.who).toEqual({ userId: 5, username: 'grace', displayName: 'Grace Hopper' });
  expect(members[3]).toMatchObject({ who: { groupId: 3, name: 'vision' }, people: 2 });
  expect(members[1]?.also).toEqual([4]);
  expect(new Set(members.map(({ id }) => id)).size).toBe(members.length);
  expect(membersOf(reply, undefined, 2)).toHaveLength(6);
});

test('members are found by part of a name, whatever its case, and by role', () => {
  const ids = (by: Parameters<typeof findMembers>[1]) => findMembers(members, by).map(({ id }) => id);
  expect(ids({ name: 'HOPP' })).toHaveLength(3);
  expect(ids({ name: ' grace' })).toEqual(ids({ name: 'HOPP' }));
  expect(findMembers(members, { role: 4 }).map(({ who }) => idOfWho(who))).toEqual(['u_5', 'u_9', 'u_5', 'g_8']);
  expect(ids({})).toHaveLength(9);
});

test('[WS-049] choices of the picker are u_ and a user, g_ and a group', () => {
  expect(idOfWho({ userId: 5, username: 'grace', displayName: '' })).toBe('u_5');
  expect(idOfWho({ groupId: 3, name: 'vision' })).toBe('g_3');
  const roleAssignment = { role: { roleId: 4 }, scopeWorkspaceId: 2 };
  expect(assignmentsTo(['u_5', 'g_3', 'u_12'], 4, 2)).toEqual({
    userRoleAssignments: [
      { userId: 5, roleAssignment },
      { userId: 12, roleAssignment },
    ],
    groupRoleAssignments: [{ groupId: 3, roleAssignment }],
  });
});
