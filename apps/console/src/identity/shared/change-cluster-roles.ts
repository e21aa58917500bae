import { assignRolesRoute, removeAssignmentsRoute } from '@determined/contract/identity/roles-routes.ts';
import { call } from '#platform/api/call.ts';

interface RoleChange {
  /** To whom: users, or groups. */
  to: { userIds: readonly number[] } | { groupIds: readonly number[] };
  add: readonly number[];
  remove: readonly number[];
}

/** Gives roles for the whole cluster and takes others; gives first, so that nobody is without meanwhile. */
export async function changeClusterRoles({ to, add, remove }: RoleChange): Promise<void> {
  if (add.length > 0) await call(assignRolesRoute, assignments(to, add));
  if (remove.length > 0) await call(removeAssignmentsRoute, assignments(to, remove));
}

function assignments(to: RoleChange['to'], roleIds: readonly number[]) {
  const given = roleIds.map((roleId) => ({ role: { roleId } }));
  return 'userIds' in to
    ? {
        userRoleAssignments: to.userIds.flatMap((userId) =>
          given.map((roleAssignment) => ({ userId, roleAssignment })),
        ),
      }
    : {
        groupRoleAssignments: to.groupIds.flatMap((groupId) =>
          given.map((roleAssignment) => ({ groupId, roleAssignment })),
        ),
      };
}
