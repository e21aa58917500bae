import { getPermissionsSummaryRoute } from '@determined/contract/identity/roles-routes.ts';
import type { Permission } from '@determined/contract/permissions.ts';
import type { Needs, Reply } from '@determined/contract/route.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { useClusterInfo } from './cluster-info.ts';
import { type User, useCurrentUser } from './session.ts';

/** What a call is about, as far as the rule needs it. */
export interface Target {
  workspaceId?: number;
  ownerId?: number;
  workspaceOwnerId?: number;
}

/** A route's needs, or those of one field of a call whose own needs leave that to the server. */
export type Rule = Pick<Needs, 'permission' | 'and' | 'withoutRbac'>;

/** Whether the signed-in user may: `may(postWorkspaceRoute.needs)`. */
export type May = (rule: Rule, target?: Target) => boolean;

export function useMay(): May {
  const user = useCurrentUser();
  const rbac = useClusterInfo()?.rbacEnabled === true;
  const summary = useCallQuery(getPermissionsSummaryRoute, {}, { enabled: rbac, poll: pollEvery.permissions }).data;
  return (rule, target = {}) => {
    if (!rbac) return mayWithoutRoles(user, rule, target);
    const needed = [rule.permission, ...rule.and].filter((name) => name !== 'none');
    return needed.every((name) => holds(summary, name, target.workspaceId));
  };
}

/** Exported for its test. */
export function mayWithoutRoles(user: Pick<User, 'id' | 'admin'>, rule: Rule, target: Target): boolean {
  if (rule.withoutRbac === 'anyone' || user.admin) return true;
  const owns = target.ownerId === user.id;
  const ownsWorkspace = target.workspaceOwnerId === user.id;
  switch (rule.withoutRbac) {
    case 'owner':
    case 'self':
      return owns;
    case 'workspaceOwner':
      return ownsWorkspace;
    case 'ownerOrWorkspaceOwner':
      return owns || ownsWorkspace;
    default:
      return false;
  }
}

type Summary = Reply<typeof getPermissionsSummaryRoute>;

/** By a role over the whole cluster, or by one in the workspace. Exported for its test. */
export function holds(summary: Summary | undefined, permission: Permission, workspaceId?: number): boolean {
  if (!summary) return false;
  return summary.assignments.some((assignment) => {
    const role = summary.roles.find((candidate) => candidate.roleId === assignment.roleId);
    const grants = role?.permissions.some((one) => one.id === `PERMISSION_TYPE_${permission}`) ?? false;
    if (!grants) return false;
    return assignment.scopeCluster || (workspaceId !== undefined && assignment.scopeWorkspaceIds.includes(workspaceId));
  });
}
