import { interactiveCounterparts, type Permission } from '@determined/contract/permissions.ts';
import type { Thing } from '#platform/db/tables/identity-tables.ts';

/** Where a permission is held. */
export interface Scope {
  /** At cluster scope, and so in every workspace. */
  cluster: boolean;
  workspaces: ReadonlySet<number>;
}

export const everywhere: Scope = { cluster: true, workspaces: new Set() };

/** What one caller may. Who makes it (`RightsOf`) decides whether roles are in force. */
export interface Rights {
  where(permission: Permission): Scope;
  /** Without roles in force owners have rights, and an admin all (`withoutRbac`). With roles neither means anything. */
  ownership: 'counts' | 'admin' | 'none';
}

/** What a permission check has to know about a thing. */
export interface Subject {
  ownerId: number;
  workspaceOwnerId: number;
  /** null: it belongs to no workspace, so that permissions on it are needed at cluster scope. */
  workspaceId: number | null;
  /** What it belongs to, or is: of a trial its experiment. */
  of?: Thing;
  /** Interactive work, of which the counterparts of an experiment's permissions are asked. */
  interactive?: boolean;
}

/** Whether they are held wherever the thing is, so that it need not be looked for. */
export function heldEverywhere(rights: Rights, permissions: readonly Permission[]): boolean {
  const cluster = (permission: Permission | undefined) => permission === undefined || rights.where(permission).cluster;
  return permissions.every((permission) => cluster(permission) && cluster(interactiveCounterparts[permission]));
}

export const heldOn = (rights: Rights, permissions: readonly Permission[], subject: Subject): boolean =>
  lackingOn(rights, permissions, subject).length === 0;

/** Those that are not held there, by the names that are asked of such a thing. */
export function lackingOn(rights: Rights, permissions: readonly Permission[], subject: Subject): Permission[] {
  const { workspaceId, interactive } = subject;
  return permissions
    .map((permission) => (interactive ? (interactiveCounterparts[permission] ?? permission) : permission))
    .filter((permission) => !isWithin(rights.where(permission), workspaceId));
}

export function isWithin(scope: Scope, workspaceId: number | null): boolean {
  return scope.cluster || (workspaceId !== null && scope.workspaces.has(workspaceId));
}

/** At cluster scope, or with `anywhere` in some workspace. */
export function heldAt(rights: Rights, permissions: readonly Permission[], anywhere: boolean): boolean {
  return permissions.every((permission) => {
    const { cluster, workspaces } = rights.where(permission);
    return cluster || (anywhere && workspaces.size > 0);
  });
}
