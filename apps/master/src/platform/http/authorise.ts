import type { EntityKind } from '@determined/contract/entities.ts';
import { type ApiError, permissionDenied } from '@determined/contract/errors.ts';
import type { Method, Needs } from '@determined/contract/route.ts';
import type { Db } from '#platform/db/database.ts';
import type { Context, Session } from './context.ts';

/** What a permission check has to know about a thing. */
export interface Subject {
  ownerId: number;
  workspaceOwnerId: number;
  /** The experiment that it is, or is a part of. */
  experimentId?: number;
}

/** How the pipeline finds the thing that a call is about; registered by the slice that owns it. */
export interface SubjectFinder {
  find(db: Db, id: string | number): Promise<Subject | undefined>;
  missing(id: string | number): ApiError;
}

export type SubjectFinders = Partial<Record<EntityKind, SubjectFinder>>;

/** Of a route, what decides who may call it. */
export interface Guarded {
  method: Method;
  noAuth: boolean;
  needs: Needs;
}

const ownership: readonly Needs['withoutRbac'][] = ['owner', 'ownerOrWorkspaceOwner', 'workspaceOwner'];
export const needsOwnership = (needs: Needs): boolean => ownership.includes(needs.withoutRbac);

/**
 * The one place where a call's `needs` are checked. Without role-based access control they come down to: anyone
 * signed in, the owner, or an admin (facts: platform semantics 9.3, second column).
 */
export async function authorise(
  guarded: Guarded,
  request: Record<string, unknown>,
  { user, session, db }: Context,
  finders: SubjectFinders,
): Promise<void> {
  const { noAuth, needs } = guarded;
  if (noAuth) return;
  const id = valueAt(request, needs.by);
  if (session.kind === 'allocation') return authoriseTask(guarded, id, session, db, finders);
  if (user.admin || needs.withoutRbac === 'anyone') return;
  if (needs.withoutRbac === 'self' && id === user.id) return;
  if (needs.withoutRbac === 'self' || needs.withoutRbac === 'admin')
    throw permissionDenied('user does not have permission');
  // A zero or empty id means all or the default one: the handler's to check.
  if (id === 0 || id === '') return;
  const subject = await findSubject(needs, id, db, finders);
  const owners = needs.withoutRbac === 'workspaceOwner' ? [] : [subject.ownerId];
  if (needs.withoutRbac !== 'owner') owners.push(subject.workspaceOwnerId);
  if (!owners.includes(user.id)) throw permissionDenied('user does not have permission');
}

type AllocationSession = Extract<Session, { kind: 'allocation' }>;

const ofExperiments: readonly Needs['on'][] = ['experiment', 'trial', 'run', 'checkpoint', 'task', 'allocation'];

/**
 * A task's own token: what a task reports (`ownSession`) and what it reads, and of experiments its own only. It never
 * has the rights of its owner: whoever gets hold of it must not get further than the task. Checkpoints may be read
 * anywhere, since training goes on from those of others.
 */
async function authoriseTask(
  { method, needs }: Guarded,
  id: unknown,
  session: AllocationSession,
  db: Db,
  finders: SubjectFinders,
): Promise<void> {
  const reads = method === 'GET';
  if (needs.withoutRbac === 'anyone' && ofExperiments.includes(needs.on)) {
    if (isOwn(needs.on, id, session) || (reads && needs.on === 'checkpoint')) return;
    const subject = await findSubject(needs, id, db, finders);
    if (subject.experimentId === session.experimentId) return;
  } else if (needs.ownSession || (reads && needs.withoutRbac === 'anyone')) return;
  throw permissionDenied("a task's own session may not do this");
}

/** Told without the database: a trial reports a thousand times. */
function isOwn(on: Needs['on'], id: unknown, session: AllocationSession): boolean {
  // Routes outside the gateway have their ids as text.
  const is = (own: string | number | null) => own !== null && String(id) === String(own);
  if (on === 'trial' || on === 'run') return is(session.trialId);
  if (on === 'experiment') return is(session.experimentId);
  if (on === 'task') return is(session.taskId);
  return on === 'allocation' && is(session.allocationId);
}

async function findSubject(needs: Needs, id: unknown, db: Db, finders: SubjectFinders): Promise<Subject> {
  // A kind of thing that nobody finds is a mistake of ours; the start refuses it where an owner is needed.
  const finder = finders[needs.on as EntityKind];
  if (!finder || (typeof id !== 'number' && typeof id !== 'string'))
    throw new Error(`cannot check the owner of ${needs.on}`);
  const subject = await finder.find(db, id);
  if (!subject) throw finder.missing(id);
  return subject;
}

function valueAt(request: Record<string, unknown>, path: string): unknown {
  let value: unknown = request;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    // Any object may be asked for a key.
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
