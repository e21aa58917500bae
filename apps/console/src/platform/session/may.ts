import { getPermissionsSummaryRoute } from '@determined/contract/identity/roles-routes.ts';
import type { Permission } from '@determined/contract/permissions.ts';
import type { Needs, Reply } from '@determined/contract/route.ts';
import { callQuery, useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { loadClusterInfo, useClusterInfo } from './cluster-info.ts';
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

/** Why the signed-in user may not: what is missing, where, and who can give it; undefined where he may. */
export type WhyNot = (rule: Rule, target?: Target) => string | undefined;

/** Until they are there everything would look forbidden, a page of one's own as well. */
export async function loadRights(): Promise<void> {
  const { rbacEnabled } = await loadClusterInfo();
  if (rbacEnabled) await queryClient.ensureQueryData(callQuery(getPermissionsSummaryRoute, {}));
}

export function useMay(): May {
  const whyNot = useWhyNot();
  return (rule, target) => whyNot(rule, target) === undefined;
}

export function useWhyNot(): WhyNot {
  const user = useCurrentUser();
  const rbac = useClusterInfo()?.rbacEnabled === true;
  const summary = useCallQuery(getPermissionsSummaryRoute, {}, { enabled: rbac, poll: pollEvery.permissions }).data;
  return (rule, target = {}) => {
    if (!rbac) return mayWithoutRoles(user, rule, target) ? undefined : withoutRolesWords(rule);
    const missing = [rule.permission, ...rule.and].filter(
      (name) => name !== 'none' && !holds(summary, name, target.workspaceId),
    );
    return missing.length === 0 ? undefined : missingWords(missing, target);
  };
}

/** Exported for its test. */
export function withoutRolesWords({ withoutRbac }: Pick<Rule, 'withoutRbac'>): string {
  switch (withoutRbac) {
    case 'owner':
      return 'Only its owner or an administrator may do this.';
    case 'ownerOrWorkspaceOwner':
      return 'Only its owner, the owner of its workspace or an administrator may do this.';
    case 'workspaceOwner':
      return "Only the workspace's owner or an administrator may do this.";
    default:
      return 'Only an administrator may do this.';
  }
}

/** Roles are given in a workspace or for the whole cluster, by who has ASSIGN_ROLES there. Exported for its test. */
export function missingWords(missing: readonly string[], { workspaceId }: Target): string {
  const needs = `Needs ${missing.join(' and ')}`;
  return workspaceId === undefined
    ? `${needs} for the whole cluster: an administrator of the cluster can give you a role with it.`
    : `${needs} in this workspace: an administrator of the workspace or of the cluster can give you a role with it.`;
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
