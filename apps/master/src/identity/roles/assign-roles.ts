import { invalidArgument, missingPermission, permissionDenied } from '@determined/contract/errors.ts';
import type { AssignRolesRequest, RoleAssignment } from '@determined/contract/identity/roles-generated.ts';
import type { assignRolesRoute, removeAssignmentsRoute } from '@determined/contract/identity/roles-routes.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import { isWithin } from '#platform/http/rights.ts';
import type { Handler } from '#platform/http/serve.ts';
import { type Assignment, giveRole, keepAClusterAdmin, lockClusterAdmins, takeRole } from './role-store.ts';
import { isGlobalOnly, roleOf } from './role-view.ts';

/** All of them or none. */
export const assignRoles: Handler<typeof assignRolesRoute> = async (request, ctx) => {
  const asked = await allowed(request, ctx);
  await inTransaction(ctx.db, (tx) => each(tx, ctx, asked, giveRole));
  return {};
};

export const removeAssignments: Handler<typeof removeAssignmentsRoute> = async (request, ctx) => {
  const asked = await allowed(request, ctx);
  await inTransaction(ctx.db, async (tx) => {
    await lockClusterAdmins(tx);
    await each(tx, ctx, asked, takeRole);
    await keepAClusterAdmin(tx);
  });
  return {};
};

/** Always in the same order, so that two calls do not wait for each other. */
async function each(tx: Tx, ctx: Context, asked: readonly Assignment[], work: typeof giveRole): Promise<void> {
  const key = ({ role, to, workspaceId }: Assignment) => JSON.stringify([to, workspaceId, role.id]);
  for (const one of asked.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))) await work(tx, ctx, one);
}

/** What the request names, once the caller is found to be one who may give and take all of it. */
async function allowed(request: AssignRolesRequest, ctx: Context): Promise<Assignment[]> {
  const named = [
    ...request.groupRoleAssignments.map(({ groupId, roleAssignment }) => ({ to: { groupId }, roleAssignment })),
    ...request.userRoleAssignments.map(({ userId, roleAssignment }) => ({ to: { userId }, roleAssignment })),
  ];
  if (named.length === 0) throw invalidArgument('must specify at least one group or user assignment');
  const asked: Assignment[] = [];
  for (const { to, roleAssignment } of named) {
    const workspaceId = roleAssignment?.scopeWorkspaceId ?? null;
    await mayGive(ctx, workspaceId);
    const role = roleOf(roleIdOf(roleAssignment));
    // Nobody gives or takes what he does not have there: who gives roles would have every other one, too.
    const lacking = role.permissions.filter((name) => !isWithin(ctx.rights.where(name), workspaceId));
    const isPossible = workspaceId === null || !isGlobalOnly(role);
    const scope = workspaceId === null ? 'cluster' : { workspaceId };
    if (isPossible && lacking.length > 0) throw missingPermission(lacking, { scope });
    asked.push({ role, to, workspaceId });
  }
  return asked;
}

async function mayGive(ctx: Context, workspaceId: number | null): Promise<void> {
  if (workspaceId !== null) return ctx.require('workspace', workspaceId);
  if (!ctx.holds({ needs: ['ASSIGN_ROLES'], withoutRbac: 'admin' })) {
    throw ctx.rights.ownership === 'none'
      ? missingPermission(['ASSIGN_ROLES'], { scope: 'cluster' })
      : permissionDenied();
  }
}

function roleIdOf(assignment: RoleAssignment | null): number {
  if (!assignment?.role) throw invalidArgument('each assignment has to name a role');
  return assignment.role.roleId;
}
