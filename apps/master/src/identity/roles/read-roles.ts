import { invalidArgument, missingPermission } from '@determined/contract/errors.ts';
import { type BuiltInRole, builtInRoles } from '@determined/contract/identity/role-facts.ts';
import type {
  getPermissionsSummaryRoute,
  getRolesAssignedToGroupRoute,
  getRolesAssignedToUserRoute,
  getRolesByIDRoute,
  listRolesRoute,
  searchRolesAssignableToScopeRoute,
} from '@determined/contract/identity/roles-routes.ts';
import { type Asked, plainPagination } from '@determined/contract/paging.ts';
import type { Context } from '#platform/http/context.ts';
import { heldAt } from '#platform/http/rights.ts';
import type { Handler } from '#platform/http/serve.ts';
import { findGroup, missingGroup } from '../groups/shared/group-store.ts';
import { isMember } from '../groups/shared/group-view.ts';
import { assignmentsOf, knownTo } from './assignments.ts';
import { isGlobalOnly, roleOf, rolesIn, roleView, summaryOf, withAssignments } from './role-view.ts';

/** What the caller has, through groups as well. */
export const getPermissionsSummary: Handler<typeof getPermissionsSummaryRoute> = async (_request, { db, user }) =>
  summaryOf(await assignmentsOf(db, { userId: user.id, withGroups: true }));

/** All roles, for who gives some somewhere; else one's own. */
export const listRoles: Handler<typeof listRolesRoute> = async (asked, ctx) => {
  if (givesRoles(ctx)) return pageOfRoles(builtInRoles, asked);
  return pageOfRoles(rolesIn(await assignmentsOf(ctx.db, { userId: ctx.user.id, withGroups: true })), asked);
};

/** On a workspace roles that count in the whole cluster only cannot be given. */
export const searchRolesAssignableToScope: Handler<typeof searchRolesAssignableToScopeRoute> = async (asked) =>
  pageOfRoles(asked.workspaceId ? builtInRoles.filter((role) => !isGlobalOnly(role)) : builtInRoles, asked);

/** Roles with to whom they are given, of which the caller is told what is his business. */
export const getRolesByID: Handler<typeof getRolesByIDRoute> = async ({ roleIds }, ctx) => {
  const asked = [...new Set(roleIds)].map(roleOf).toSorted((a, b) => a.id - b.id);
  if (!givesRoles(ctx)) {
    const own = rolesIn(await assignmentsOf(ctx.db, { userId: ctx.user.id, withGroups: true }));
    if (asked.some((role) => !own.includes(role)))
      throw missingPermission(['ASSIGN_ROLES', 'UPDATE_ROLES'], { scope: 'anyWorkspace' });
  }
  const given = await knownTo(ctx, await assignmentsOf(ctx.db, { roleIds: asked.map(({ id }) => id) }));
  return { roles: asked.map((role) => withAssignments(role, given)) };
};

/** A user's own roles, without those of his groups. */
export const getRolesAssignedToUser: Handler<typeof getRolesAssignedToUserRoute> = async ({ userId }, ctx) => {
  if (userId === 0) throw invalidArgument('bad request');
  const all = await assignmentsOf(ctx.db, { userId, withGroups: userId === ctx.user.id });
  const given = userId === ctx.user.id ? all : await knownTo(ctx, all);
  return { roles: rolesIn(given).map((role) => withAssignments(role, given)) };
};

/** Of a group that one is in, or may choose to give a role to. */
export const getRolesAssignedToGroup: Handler<typeof getRolesAssignedToGroupRoute> = async ({ groupId }, ctx) => {
  await findGroup(ctx.db, groupId);
  if (!givesRoles(ctx) && !(await isMember(ctx.db, groupId, ctx.user.id))) throw missingGroup(groupId);
  return summaryOf(await knownTo(ctx, await assignmentsOf(ctx.db, { groupId })));
};

const givesRoles = ({ rights }: Pick<Context, 'rights'>): boolean =>
  heldAt(rights, ['ASSIGN_ROLES'], true) || heldAt(rights, ['UPDATE_ROLES'], true);

/** By name. */
function pageOfRoles(all: readonly BuiltInRole[], { offset, limit }: Asked) {
  if (limit < 0) throw invalidArgument(`limit: ${limit} is not allowed`);
  if (offset < 0) throw invalidArgument(`offset: ${offset} is not allowed`);
  const sorted = all.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const roles = sorted.slice(offset, limit === 0 ? undefined : offset + limit);
  return { roles: roles.map(roleView), pagination: plainPagination({ offset, limit }, roles.length, sorted.length) };
}
