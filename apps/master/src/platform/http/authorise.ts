import type { Check, CheckedKind, FieldsCheck, RefusalWords } from '@determined/contract/checks.ts';
import type { EntityKind } from '@determined/contract/entities.ts';
import {
  type ApiError,
  invalidArgument,
  missingPermission,
  permissionDenied,
  type RequiredScope,
} from '@determined/contract/errors.ts';
import { uncategorizedProjectId } from '@determined/contract/limits.ts';
import { type Permission, type Right, viewPermissions } from '@determined/contract/permissions.ts';
import type { Method, Needs } from '@determined/contract/route.ts';
import type { Db } from '#platform/db/database.ts';
import { type Context, isTaskSession, type TaskSession } from './context.ts';
import { heldAt, heldEverywhere, heldOn, lackingOn, type Rights, type Subject } from './rights.ts';
import { isForSame, isOwnThing, refusedToTask, type TaskReach, taskReach } from './task-rights.ts';
import { isEmpty, valuesAt } from './values-at.ts';

/** How the pipeline finds the thing that a call is about; registered by the slice that owns it. */
export interface SubjectFinder {
  /** `by`: the request's field that names it, for things that go by more than one name. */
  find(db: Db, id: string | number, by: string): Promise<Subject | undefined>;
  missing(id: string | number): ApiError;
}

export type SubjectFinders = Partial<Record<EntityKind, SubjectFinder>>;

/** Of a route, what decides who may call it. */
export interface Guarded {
  /** `METHOD /path` outside the gateway. */
  name: string;
  method: Method;
  noAuth: boolean;
  needs: Needs;
}

/** Who asks, with what he may. */
export type Asker = Pick<Context, 'user' | 'session' | 'rights' | 'db' | 'master'>;

/** A thing and the right that is asked on it. */
export interface Ask extends Right {
  on: CheckedKind;
  id: unknown;
  /** The request's field that named it. */
  by: string;
  at?: 'anywhere' | undefined;
  refusal?: RefusalWords | undefined;
  /** What is needed of oneself in place of `needs`. */
  own?: readonly Permission[] | undefined;
}

/** Kinds of things that lie in no workspace. */
const ofTheCluster: readonly CheckedKind[] = ['cluster', 'user', 'group', 'role', 'token'];

/** Kinds of things that somebody has to find, so that a call's checks can be made. */
export function kindsToFind({ on, permission, withoutRbac, checks }: Needs): EntityKind[] {
  const first = permission === 'none' && withoutRbac === 'anyone' ? [] : [on];
  const asked = checks.filter((check) => isAskedHere(check) || (check.kind === 'each' && check.asked !== 'handler'));
  const kinds = [...first, ...asked.map((check) => check.on)];
  return kinds.filter((kind): kind is EntityKind => kind !== 'none' && !ofTheCluster.includes(kind));
}

/** Without a thing: at cluster scope. */
export function holdsAtCluster(rights: Rights, { needs, withoutRbac = 'anyone' }: Right): boolean {
  return ownsEnough(withoutRbac, false, rights) === true && heldAt(rights, needs, false);
}

/**
 * The one place where a call's `needs` are checked, before its handler. Things are looked up only where the answer
 * depends on them: for who may do something everywhere, a check costs no query.
 */
export async function authorise(
  guarded: Guarded,
  request: Record<string, unknown>,
  asker: Asker,
  finders: SubjectFinders,
): Promise<void> {
  const { noAuth, needs } = guarded;
  if (noAuth) return;
  const { session, user, rights, db, master } = asker;
  const task = isTaskSession(session) ? { session, reach: taskReach(guarded, session) } : undefined;
  // A task that does not act as its owner has to name what is its own, where the call names anything.
  const bound = task !== undefined && !task.reach.asOwner;
  const demand = (one: Ask, also = false) =>
    task ? askForTask({ ...one, also }, { user, rights, db, master, ...task }, finders) : ask(one, asker, finders);
  const [id] = valuesAt(request, needs.by);
  if (needs.on !== 'none' && (bound || needs.permission !== 'none' || needs.withoutRbac !== 'anyone')) {
    const { on, withoutRbac, by } = needs;
    const all = needs.permission === 'none' ? needs.and : [needs.permission, ...needs.and];
    const asked = given({ on, id }, needs.absent);
    if (asked) await demand({ ...asked, by, needs: all, withoutRbac, refusal: needs.refusal });
    else if (bound) throw refusedToTask();
  } else if (needs.withoutRbac === 'admin' && rights.ownership === 'counts')
    throw permissionDenied(needs.refusal?.withoutRoles ?? refused);
  for (const check of needs.checks) {
    if (!isAskedHere(check) || !applies(check, asker)) continue;
    for (const one of asksOf(check, needs, request)) await demand(one, true);
  }
}

/** What is the task's own needs no right of its owner. Of others it may say that it goes on from their checkpoints. */
async function askForTask(
  one: Ask & { also: boolean },
  asker: Asker & { session: TaskSession; reach: TaskReach },
  finders: SubjectFinders,
): Promise<void> {
  const { session, reach, db } = asker;
  if (reach.itself && isOwnThing(session, one.on, one.id)) return;
  const goesOnFrom = one.also && one.on === 'checkpoint' && one.needs.every((name) => name.startsWith('VIEW_'));
  if (reach.itself && !goesOnFrom && finders[one.on as EntityKind]) {
    if (isForSame(session, (await findSubject(one, db, finders)).of)) return;
  }
  if (!reach.asOwner && !goesOnFrom) throw refusedToTask();
  await ask(one, asker, finders);
}

const refused = 'user does not have permission';

/** What the pipeline asks by itself; the rest is asked by handlers, who find the things. */
function isAskedHere(check: Check): boolean {
  if (check.asked === 'handler' || check.kind === 'scope') return false;
  if (check.kind === 'fields') return check.of === 'request';
  return check.kind !== 'each' || check.refuses === 'call';
}

function applies(check: Check, { master }: Pick<Asker, 'master'>): boolean {
  return check.when === undefined || master.config.security.authz.strict_job_queue_control;
}

/** The things that a check asks about in this request. */
function asksOf(check: Check, needs: Needs, request: Record<string, unknown>): Ask[] {
  const right = rightOf(check);
  if (check.kind === 'fields') {
    return isGiven(check, request)
      ? [{ ...right, on: check.on, id: valuesAt(request, needs.by)[0], by: needs.by }]
      : [];
  }
  const absent = 'absent' in check ? check.absent : undefined;
  const { on, by, kind } = check;
  if (on === 'cluster') return [{ ...right, on, id: undefined, by }];
  const ids = valuesAt(request, by);
  // Whoever names nobody asks about everybody.
  if (kind === 'self' && ids.every(isEmpty)) return [{ ...right, on, id: undefined, by }];
  return (ids.length > 0 ? [...new Set(ids)] : [undefined]).flatMap((id) => {
    const asked = given({ on, id }, absent);
    return asked ? [{ ...right, ...asked, by }] : [];
  });
}

/** What an id that was not given stands for; undefined: the handler finds out. */
function given<T extends { on: CheckedKind; id: unknown }>(thing: T, absent: Needs['absent'] | undefined) {
  if (ofTheCluster.includes(thing.on) || !isEmpty(thing.id)) return thing;
  if (absent === 'cluster') return { ...thing, on: 'cluster' as const };
  // The workspace and the project that everybody has are of one number.
  return absent === 'default' ? { ...thing, id: uncategorizedProjectId } : undefined;
}

/** Throws: what one may not see is as unknown as what is not there; of the rest it is said what may not be done. */
export async function ask(asked: Ask, asker: Asker, finders: SubjectFinders): Promise<void> {
  const { on, id, at, withoutRbac = 'anyone' } = asked;
  const { rights, user } = asker;
  const own = on === 'user' && (id === user.id || id === user.username);
  // A user needs no permission for himself but what is said.
  const needs = own && (withoutRbac === 'self' || asked.own) ? (asked.own ?? []) : asked.needs;
  const denied = refusing(asked, asker);
  const ownership = ownsEnough(withoutRbac, own, rights);
  // Of one's own thing less is needed: only who owns it tells.
  const byOwner = asked.own !== undefined && on !== 'user' && rights.ownership === 'none';
  if (ofTheCluster.includes(on) && !byOwner) {
    const anywhere = at === 'anywhere';
    if (ownership === true && heldAt(rights, needs, anywhere)) return;
    const lacking = needs.filter((name) => !heldAt(rights, [name], anywhere));
    throw denied(lacking, { scope: anywhere ? 'anyWorkspace' : 'cluster', own });
  }
  const view = viewPermissions[on as EntityKind];
  const toSee = view === 'none' ? [] : [view];
  if (ownership !== 'depends' && !byOwner && heldEverywhere(rights, [...toSee, ...needs])) {
    if (ownership) return;
    throw denied([], { scope: 'cluster' });
  }
  const subject = await findSubject({ on, id, by: asked.by }, asker.db, finders);
  if (!heldOn(rights, toSee, subject)) throw missingOf(on, id, finders);
  const mine = byOwner && subject.ownerId === user.id;
  const scope = subject.workspaceId === null ? 'cluster' : { workspaceId: subject.workspaceId };
  const lacking = lackingOn(rights, mine ? (asked.own ?? []) : needs, subject);
  const owns = ownership !== 'depends' || owners(withoutRbac, subject).includes(user.id);
  if (lacking.length > 0 || !owns || ownership === false) throw denied(lacking, { scope, own: mine });
}

/** How it is said that something is refused: with roles in force, which permissions are lacking, and where. */
function refusing({ refusal }: Ask, { rights, user }: Asker) {
  return (lacking: readonly string[], { scope, own = false }: { scope: RequiredScope; own?: boolean }): ApiError => {
    if (rights.ownership !== 'none') return permissionDenied(refusal?.withoutRoles ?? refused);
    const words = (own ? refusal?.own : undefined) ?? refusal?.withRoles;
    const text = (usual: string) => words?.replace('{usual}', usual).replace('{user}', user.username) ?? usual;
    return missingPermission(lacking, { scope, text });
  };
}

/** Without roles in force: whether ownership is enough; `depends` on the thing. */
function ownsEnough(rule: Ask['withoutRbac'], own: boolean, { ownership }: Rights): boolean | 'depends' {
  if (ownership !== 'counts' || rule === 'anyone') return true;
  if (rule === 'self') return own;
  return rule === 'admin' ? false : 'depends';
}

function owners(rule: Ask['withoutRbac'], subject: Subject): number[] {
  if (rule === 'owner') return [subject.ownerId];
  return rule === 'workspaceOwner' ? [subject.workspaceOwnerId] : [subject.ownerId, subject.workspaceOwnerId];
}

interface Named {
  on: CheckedKind | 'none';
  id: unknown;
  by: string;
}

async function findSubject({ on, id, by }: Named, db: Db, finders: SubjectFinders): Promise<Subject> {
  // A kind of thing that nobody finds is a mistake of ours; the start refuses it where a call is built.
  const finder = finders[on as EntityKind];
  if (!finder) throw new Error(`cannot check the rights on ${on}`);
  // Bodies of calls outside of the contract's form may have anything there.
  if (typeof id !== 'number' && typeof id !== 'string') throw invalidArgument(`${by} names no ${on}`);
  const subject = await finder.find(db, id, by);
  if (!subject) throw finder.missing(id);
  return subject;
}

const missingOf = (on: CheckedKind, id: unknown, finders: SubjectFinders): ApiError => {
  const finder = finders[on as EntityKind];
  return finder ? finder.missing(id as string | number) : permissionDenied(refused);
};

/** What a handler asks, since it finds the things on the way: all checks of such things that the contract leaves to it. */
export function handlerAsks(needs: Needs, request: unknown, on: CheckedKind, id: unknown): Ask[] {
  const left = needs.checks.filter((one) => one.on === on && one.kind !== 'scope' && !isAskedHere(one));
  if (left.length === 0) throw new Error(`the contract says no check of ${on} that this call's handler makes`);
  return left.flatMap((check) => {
    if (check.kind === 'fields' && (check.of === 'reply' || !isGiven(check, request))) return [];
    return [{ ...rightOf(check), on, id, by: '' }];
  });
}

const rightOf = (check: Check) => ({
  needs: check.needs,
  withoutRbac: check.withoutRbac ?? 'anyone',
  at: check.at,
  refusal: check.refusal,
  own: ownNeeds(check),
});

const isGiven = (check: FieldsCheck, request: unknown): boolean =>
  check.by
    .flatMap((path) => valuesAt(request, path))
    .some((value) => value !== null && !(check.emptyIsAbsent && isNothing(value)));

const isNothing = (value: unknown): boolean =>
  value === '' || value === false || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

const ownNeeds = (check: Check): readonly Permission[] | undefined =>
  check.kind === 'self' ? (check.own ?? []) : check.kind === 'fields' ? check.own : undefined;
