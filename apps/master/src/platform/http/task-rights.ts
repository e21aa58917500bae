import { permissionDenied } from '@determined/contract/errors.ts';
import type { Method, Needs } from '@determined/contract/route.ts';
import { taskCallOf } from '@determined/contract/task-calls.ts';
import type { Thing } from '#platform/db/tables/identity-tables.ts';
import { isThing, type TaskSession } from './context.ts';

/** What a call of a task's session may be about. */
export interface TaskReach {
  /** What is the task's own, without a right of its owner. */
  itself: boolean;
  /** All that its owner may, without an administrator's rights. */
  asOwner: boolean;
}

export const refusedToTask = () => permissionDenied("a task's own session may not do this");

/** Throws where the task may not make the call at all: so does a route that says nothing (the contract's task-calls.ts). */
export function taskReach(
  { name, method, needs }: { name: string; method: Method; needs: Needs },
  session: TaskSession,
): TaskReach {
  const call = taskCallOf(name);
  if (call === undefined) throw refusedToTask();
  if (call === 'own') return { itself: true, asOwner: false };
  if (call === 'read') return { itself: false, asOwner: true };
  if (session.kind === 'task') return { itself: call === 'report', asOwner: true };
  // Of the owner's work the harness reads its own, which it has to name.
  if (call === 'work' && (method !== 'GET' || needs.on === 'none')) throw refusedToTask();
  return { itself: true, asOwner: false };
}

/** Whether a thing is the task's own; told without the database, since a trial reports a thousand times. */
export function isOwnThing(session: TaskSession, kind: string, id: unknown): boolean {
  if (kind === 'task') return String(id) === session.taskId;
  if (kind === 'allocation') return String(id) === session.allocationId;
  return isThing(session.of, kind, id) || session.own.some((thing) => isThing(thing, kind, id));
}

/** Whether it belongs to what the task works for. */
export const isForSame = (session: TaskSession, of: Thing | undefined): boolean =>
  of !== undefined && isThing(session.of, of.kind, of.id);
