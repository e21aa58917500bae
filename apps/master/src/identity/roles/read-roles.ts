import { invalidArgument } from '@determined/contract/errors.ts';
import {
  type BuiltInRole,
  builtInRoles,
  clusterAdminRoleId,
  permissionFacts,
} from '@determined/contract/identity/role-facts.ts';
import type { Permission as PermissionMessage, Role } from '@determined/contract/identity/roles-generated.ts';
import type { getPermissionsSummaryRoute, listRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import { plainPagination } from '@determined/contract/paging.ts';
import type { Handler } from '#platform/http/serve.ts';

/** Without roles in force an admin is shown as holding the role of one, others as holding none. */
export const getPermissionsSummary: Handler<typeof getPermissionsSummaryRoute> = async (_request, ctx) => {
  if (!ctx.holds({ needs: [], withoutRbac: 'admin' })) return {};
  return {
    roles: builtInRoles.filter(({ id }) => id === clusterAdminRoleId).map(roleView),
    assignments: [{ roleId: clusterAdminRoleId, scopeCluster: true }],
  };
};

/** The roles there are, by name. */
export const listRoles: Handler<typeof listRolesRoute> = async ({ offset, limit }) => {
  if (limit < 0) throw invalidArgument(`limit: ${limit} is not allowed`);
  if (offset < 0) throw invalidArgument(`offset: ${offset} is not allowed`);
  const sorted = builtInRoles.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const roles = sorted.slice(offset, limit === 0 ? undefined : offset + limit);
  return { roles: roles.map(roleView), pagination: plainPagination({ offset, limit }, roles.length, sorted.length) };
};

function roleView(role: BuiltInRole): Role {
  const globalOnly = role.permissions.some((name) => permissionFacts[name].globalOnly);
  return {
    roleId: role.id,
    name: role.name,
    permissions: role.permissions.map((name) => ({
      // The wire's names are ours with a prefix; a test of the contract compares the two lists.
      id: `PERMISSION_TYPE_${name}` as PermissionMessage['id'],
      name: permissionFacts[name].name,
      scopeTypeMask: { cluster: true, workspace: !permissionFacts[name].globalOnly },
    })),
    scopeTypeMask: { cluster: true, workspace: !globalOnly },
  };
}
