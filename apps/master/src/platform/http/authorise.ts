import type { EntityKind } from '@determined/contract/entities.ts';
import { type ApiError, permissionDenied } from '@determined/contract/errors.ts';
import type { Needs } from '@determined/contract/route.ts';
import type { Db } from '#platform/db/database.ts';
import type { Caller } from './context.ts';

/** What a permission check has to know about a thing. */
export interface Subject {
  ownerId: number;
  workspaceOwnerId: number;
}

/** How the pipeline finds the thing that a call is about; registered by the slice that owns it. */
export interface SubjectFinder {
  find(db: Db, id: string | number): Promise<Subject | undefined>;
  missing(id: string | number): ApiError;
}

export type SubjectFinders = Partial<Record<EntityKind, SubjectFinder>>;

const ownership: readonly Needs['withoutRbac'][] = ['owner', 'ownerOrWorkspaceOwner', 'workspaceOwner'];
export const needsOwnership = (needs: Needs): boolean => ownership.includes(needs.withoutRbac);

/**
 * The one place where a call's `needs` are checked. Without role-based access control they come down to: anyone
 * signed in, the owner, or an admin (facts: platform semantics 9.3, second column).
 */
export async function authorise(
  needs: Needs,
  request: Record<string, unknown>,
  caller: Caller,
  db: Db,
  finders: SubjectFinders,
): Promise<void> {
  if (caller.user.admin || needs.withoutRbac === 'anyone') return;
  const id = valueAt(request, needs.by);
  if (needs.withoutRbac === 'self' && id === caller.user.id) return;
  if (needs.withoutRbac === 'self' || needs.withoutRbac === 'admin')
    throw permissionDenied('user does not have permission');
  // A zero or empty id means all or the default one: the handler's to check.
  if (id === 0 || id === '') return;
  const finder = finders[needs.on as EntityKind];
  // The server refuses to start with a built route of this kind and no finder (see register-routes).
  if (!finder || (typeof id !== 'number' && typeof id !== 'string'))
    throw new Error(`cannot check the owner of ${needs.on}`);
  const subject = await finder.find(db, id);
  if (!subject) throw finder.missing(id);
  const owners = needs.withoutRbac === 'workspaceOwner' ? [] : [subject.ownerId];
  if (needs.withoutRbac !== 'owner') owners.push(subject.workspaceOwnerId);
  if (!owners.includes(caller.user.id)) throw permissionDenied('user does not have permission');
}

function valueAt(request: Record<string, unknown>, path: string): unknown {
  let value: unknown = request;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
