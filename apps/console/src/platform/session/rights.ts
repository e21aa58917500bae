import type { getPermissionsSummaryRoute } from '@determined/contract/identity/roles-routes.ts';
import type { Permission } from '@determined/contract/permissions.ts';
import type { Needs, Reply } from '@determined/contract/route.ts';
import type { User } from './session.ts';

/** What a call is about, as far as the rule needs it. */
export interface Target {
  workspaceId?: number;
  ownerId?: number;
  workspaceOwnerId?: number;
}

/** A route's needs, or those of one field of a call whose own needs leave that to the server. */
export interface Rule extends Pick<Needs, 'permission' | 'and' | 'withoutRbac'> {
  /** With roles in force the workspace's owner may, too. */
  orWorkspaceOwner?: true;
  /** With roles in force this is enough for one's own. */
  own?: Permission;
  /** One of these besides. */
  either?: readonly Permission[];
}

type Summary = Pick<Reply<typeof getPermissionsSummaryRoute>, 'roles' | 'assignments'>;

/** Who is signed in, and what he has. */
export interface Reader {
  user: Pick<User, 'id' | 'admin'>;
  /** Roles are in force. */
  rbac: boolean;
  /** The roles; absent without roles in force, and until they are known. */
  summary?: Summary;
}

/** Why the reader may not: what is missing, where, and who can give it; undefined where he may. */
export function reasonAgainst({ user, rbac, summary }: Reader, rule: Rule, target: Target = {}): string | undefined {
  if (!rbac) return mayWithoutRoles(user, rule, target) ? undefined : withoutRolesWords[rule.withoutRbac];
  if (rule.orWorkspaceOwner && target.workspaceOwnerId === user.id) return undefined;
  const lacks = (name: Permission | 'none') => name !== 'none' && !holds(summary, name, target.workspaceId);
  const asked = rule.own && target.ownerId === user.id ? rule.own : rule.permission;
  const missing: string[] = [asked, ...rule.and].filter(lacks);
  if (rule.either?.every(lacks)) missing.push(rule.either.join(' or '));
  return missing.length === 0 ? undefined : missingWords(missing, target);
}

const administratorOnly = 'Only an administrator may do this.';
const withoutRolesWords: Record<Rule['withoutRbac'], string> = {
  anyone: administratorOnly,
  admin: administratorOnly,
  self: administratorOnly,
  owner: 'Only its owner or an administrator may do this.',
  ownerOrWorkspaceOwner: 'Only its owner, the owner of its workspace or an administrator may do this.',
  workspaceOwner: "Only the workspace's owner or an administrator may do this.",
};

/** Roles are given in a workspace or for the whole cluster, by who has ASSIGN_ROLES there. */
function missingWords(missing: readonly string[], { workspaceId }: Target): string {
  const needs = `Needs ${missing.join(' and ')}`;
  return workspaceId === undefined
    ? `${needs} for the whole cluster: an administrator of the cluster can give you a role with it.`
    : `${needs} in this workspace: an administrator of the workspace or of the cluster can give you a role with it.`;
}

function mayWithoutRoles(user: Reader['user'], { withoutRbac }: Rule, target: Target): boolean {
  if (withoutRbac === 'anyone' || user.admin) return true;
  const owns = target.ownerId === user.id;
  const ownsWorkspace = target.workspaceOwnerId === user.id;
  switch (withoutRbac) {
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

/** By a role over the whole cluster, or by one in the workspace. */
function holds(summary: Summary | undefined, permission: Permission, workspaceId?: number): boolean {
  if (!summary) return false;
  return summary.assignments.some((assignment) => {
    const role = summary.roles.find((candidate) => candidate.roleId === assignment.roleId);
    const grants = role?.permissions.some((one) => one.id === `PERMISSION_TYPE_${permission}`) ?? false;
    if (!grants) return false;
    return assignment.scopeCluster || (workspaceId !== undefined && assignment.scopeWorkspaceIds.includes(workspaceId));
  });
}
