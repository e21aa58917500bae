import type { getClusterHoldersRoute } from '@determined/contract/identity/role-ext-routes.ts';
import { builtInRoles } from '@determined/contract/identity/role-facts.ts';
import type {
  assignRolesRoute,
  getGroupsAndUsersAssignedToWorkspaceRoute,
} from '@determined/contract/identity/roles-routes.ts';
import type { Reply } from '@determined/contract/route.ts';
import type { Subject } from '#platform/actions/action.ts';
import type { Answer, Request } from '#platform/api/call.ts';
import { displayName } from '#platform/session/session.ts';

type MembersReply = Pick<Reply<typeof getGroupsAndUsersAssignedToWorkspaceRoute>, 'groups' | 'assignments'> & {
  usersAssignedDirectly: readonly Person[];
};

type ClusterHolders = Answer<typeof getClusterHoldersRoute>;

interface Person {
  id: number;
  username: string;
  displayName: string;
  active: boolean;
}

/** Whom a role is given to. */
export type Who = { userId: number; username: string; displayName: string } | { groupId: number; name: string };

export interface MemberRole {
  roleId: number;
  name: string;
}

/** A user or group with one role that counts in the workspace: whoever has two is there twice. */
export interface Member extends Subject {
  id: string;
  who: Who;
  role: MemberRole;
  workspaceId: number;
  /** Ids of the roles that are given here besides. */
  also: number[];
  /** Where it comes from when it is not given here: "from group vision", "whole cluster". */
  inherited?: string;
  /** Of a group: how many are in it. */
  people?: number;
}

/** How a picker calls users and groups: `u_5`, `g_3`. */
export const idOfWho = (who: Who): string => ('userId' in who ? `u_${who.userId}` : `g_${who.groupId}`);

const personOf = ({ id, username, displayName }: Omit<Person, 'active'>): Who => ({
  userId: id,
  username,
  displayName,
});
const nameOf = (who: Who): string => ('userId' in who ? displayName(who) : who.name);
const byName = (one: Member, other: Member) => one.name.localeCompare(other.name);

/**
 * Whom roles were given here, then who has them through a group, then who has one for the whole cluster. Who is deactivated
 * is left out.
 */
export function membersOf(reply: MembersReply, holders: ClusterHolders | undefined, workspaceId: number): Member[] {
  const people = new Map(reply.usersAssignedDirectly.filter(({ active }) => active).map((user) => [user.id, user]));
  const groups = new Map(reply.groups.map((group) => [group.groupId, group]));
  const given = new Map<string, { who: Who; roles: MemberRole[]; people?: number }>();
  const give = (who: Who, role: MemberRole, count?: number) => {
    const known = given.get(idOfWho(who));
    if (known) known.roles.push(role);
    else given.set(idOfWho(who), { who, roles: [role], people: count });
  };
  for (const { role: whole, groupRoleAssignments, userRoleAssignments } of reply.assignments) {
    if (!whole) continue;
    const role = { roleId: whole.roleId, name: whole.name };
    for (const { groupId } of groupRoleAssignments) {
      const group = groups.get(groupId);
      if (group) give({ groupId, name: group.name }, role, group.users.filter(({ active }) => active).length);
    }
    for (const { userId } of userRoleAssignments) {
      const user = people.get(userId);
      if (user) give(personOf(user), role);
    }
  }
  const direct = [...given.values()].flatMap(({ who, roles, people: count }) =>
    roles.map((role, place): Member => {
      const also = roles.filter((other) => other !== role).map(({ roleId }) => roleId);
      // A changed role leaves its row where and what it was.
      const id = place === 0 ? idOfWho(who) : `${idOfWho(who)}:${role.roleId}`;
      return { id, who, name: nameOf(who), role, workspaceId, also, people: count };
    }),
  );
  const inherited = direct.flatMap((member) => {
    if ('userId' in member.who) return [];
    const { groupId } = member.who;
    const users = groups.get(groupId)?.users.filter(({ active }) => active) ?? [];
    return users.map((user): Member => {
      const who = personOf(user);
      const id = `${idOfWho(who)}:${member.id}`;
      return {
        id,
        who,
        name: nameOf(who),
        role: member.role,
        workspaceId,
        also: [],
        inherited: `from group ${member.name}`,
      };
    });
  });
  return [
    ...direct.sort(byName),
    ...inherited.sort(byName),
    ...(holders ? clusterMembersOf(holders, workspaceId).sort(byName) : []),
  ];
}

function clusterMembersOf({ users, groups }: ClusterHolders, workspaceId: number): Member[] {
  const member = (who: Who, roleId: number, inherited: string, more: { people?: number } = {}): Member => {
    const role = { roleId, name: builtInRoles.find(({ id }) => id === roleId)?.name ?? `role ${roleId}` };
    const id = `${idOfWho(who)}:${roleId} ${inherited}`;
    return { id, who, name: nameOf(who), role, workspaceId, also: [], inherited, ...more };
  };
  return [
    ...users.map(({ user, roleId }) => member(personOf(user), roleId, 'whole cluster')),
    ...groups.flatMap(({ groupId, name, roleId, users: inside }) => [
      member({ groupId, name }, roleId, 'whole cluster', { people: inside.length }),
      ...inside.map((user) => member(personOf(user), roleId, `whole cluster, from group ${name}`)),
    ]),
  ];
}

/** By part of a name, whatever its case, and by role. */
export function findMembers(
  members: readonly Member[],
  { name = '', role }: { name?: string; role?: number },
): Member[] {
  const part = name.trim().toLowerCase();
  return members.filter(
    ({ name: shown, who, role: has }) =>
      (role === undefined || has.roleId === role) &&
      [shown, 'userId' in who ? who.username : ''].some((one) => one.toLowerCase().includes(part)),
  );
}

/** A role for everybody named, as the calls that give and take it have it. */
export function assignmentsTo(
  ids: readonly string[],
  roleId: number,
  scopeWorkspaceId: number,
): Request<typeof assignRolesRoute> {
  const roleAssignment = { role: { roleId }, scopeWorkspaceId };
  const numbers = (kind: string) => ids.filter((id) => id.startsWith(kind)).map((id) => Number(id.slice(kind.length)));
  return {
    userRoleAssignments: numbers('u_').map((userId) => ({ userId, roleAssignment })),
    groupRoleAssignments: numbers('g_').map((groupId) => ({ groupId, roleAssignment })),
  };
}
