import { ApiError } from '@determined/contract/errors.ts';
import { type BuiltInRole, builtInRoles, permissionFacts } from '@determined/contract/identity/role-facts.ts';
import type {
  Permission as PermissionMessage,
  Role,
  RoleAssignment,
  RoleAssignmentSummary,
  RoleWithAssignments,
} from '@determined/contract/identity/roles-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Given } from './assignments.ts';

/** Throws NotFound. */
export function roleOf(id: number): BuiltInRole {
  const role = builtInRoles.find((one) => one.id === id);
  if (!role) throw new ApiError('NotFound', 'not found');
  return role;
}

/** A role with a permission that counts in the whole cluster only cannot be given on a workspace. */
export const isGlobalOnly = (role: BuiltInRole): boolean =>
  role.permissions.some((name) => permissionFacts[name].globalOnly);

export function roleView(role: BuiltInRole): Role {
  return {
    roleId: role.id,
    name: role.name,
    permissions: role.permissions.map((name) => ({
      // The wire's names are ours with a prefix; a test of the contract compares the two lists.
      id: `PERMISSION_TYPE_${name}` as PermissionMessage['id'],
      name: permissionFacts[name].name,
      scopeTypeMask: { cluster: true, workspace: !permissionFacts[name].globalOnly },
    })),
    scopeTypeMask: { cluster: true, workspace: !isGlobalOnly(role) },
  };
}

/** A role with to whom it is given. */
export function withAssignments(role: BuiltInRole, given: readonly Given[]): Input<RoleWithAssignments> {
  const ofRole = given.filter((one) => one.role_id === role.id);
  return {
    role: roleView(role),
    groupRoleAssignments: ofRole.flatMap((one) =>
      one.group_id === null ? [] : [{ groupId: one.group_id, roleAssignment: assignmentView(role, one) }],
    ),
    userRoleAssignments: ofRole.flatMap((one) =>
      one.user_id === null ? [] : [{ userId: one.user_id, roleAssignment: assignmentView(role, one) }],
    ),
  };
}

/** Inside, the role goes without its permissions, as if it had none. */
function assignmentView({ id, name }: BuiltInRole, { workspace_id }: Given): Input<RoleAssignment> {
  const role = { roleId: id, name, permissions: [], scopeTypeMask: { cluster: true, workspace: true } };
  return workspace_id === null
    ? { role, scopeCluster: true }
    : { role, scopeWorkspaceId: workspace_id, scopeCluster: false };
}

/** The roles that are given, each once with where: one entry a role, in the same order. */
export function summaryOf(given: readonly Given[]): { roles: Role[]; assignments: RoleAssignmentSummary[] } {
  const held = rolesIn(given);
  return {
    roles: held.map(roleView),
    assignments: held.map(({ id }) => {
      const places = given.filter((one) => one.role_id === id).map((one) => one.workspace_id);
      return {
        roleId: id,
        scopeWorkspaceIds: [...new Set(places.filter((place) => place !== null))],
        scopeCluster: places.includes(null),
      };
    }),
  };
}

export function rolesIn(given: readonly Given[]): BuiltInRole[] {
  const ids = new Set(given.map((one) => one.role_id));
  return builtInRoles.filter(({ id }) => ids.has(id));
}
