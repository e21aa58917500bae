import type { Entity, EntityKind } from '@determined/contract/entities.ts';
import { viewPermissions } from '@determined/contract/permissions.ts';
import type { Change } from '@determined/contract/staleness.ts';
import { isWithin, type Rights } from '#platform/http/rights.ts';

/** Kinds whose changes say nothing of what lies in a workspace. */
const ofNoWorkspace: readonly Entity[] = ['user', 'group', 'role', 'token', 'setting', 'session', 'agent', 'receipt'];

/**
 * Of placed changes those of things that somebody may see; the very same list for who sees everything. A change that
 * names nothing says only that there is work somewhere. One whose place is not known is not told.
 */
export function shownChanges(changes: readonly Change[], rights: Rights): readonly Change[] {
  const shown = changes.filter(({ entity, of }) => {
    if (ofNoWorkspace.includes(entity)) return true;
    const { cluster, workspaces } = rights.where(permissionOf(entity));
    if (cluster || of === undefined || Object.keys(of).length === 0) return true;
    return isWithin({ cluster, workspaces }, of.workspace === undefined ? null : Number(of.workspace));
  });
  return shown.length === changes.length ? changes : shown;
}

/** Logs, metrics and progress are seen with their experiment. */
function permissionOf(entity: Entity) {
  const known: Partial<Record<string, (typeof viewPermissions)[EntityKind]>> = viewPermissions;
  const permission = known[entity] ?? 'none';
  return permission === 'none' ? 'VIEW_EXPERIMENT_METADATA' : permission;
}
