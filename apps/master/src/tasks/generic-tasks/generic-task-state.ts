import { failedPrecondition } from '@determined/contract/errors.ts';
import {
  genericTaskHasEnded,
  genericTaskMayBecome,
  type StoredGenericTaskState,
} from '@determined/contract/tasks/generic-task-rules.ts';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import { endTasks } from '../tasks/shared/task-store.ts';
import { genericTaskChanged } from './generic-task-events.ts';
import type { GenericTaskRow } from './generic-task-store.ts';

/** Who changes a task's state, and why; no user: its program, or its machine. */
export interface StateChange {
  userId?: number;
  reason: string;
  at: Date;
}

/** The one function that changes a generic task's state: records from, to, by whom, why. The task is locked. */
export async function setGenericTaskState(
  tx: Tx,
  { task_id, state }: Pick<GenericTaskRow, 'task_id' | 'state'>,
  to: StoredGenericTaskState,
  change: StateChange,
): Promise<void> {
  if (state === to) return;
  if (!genericTaskMayBecome(state, to)) throw failedPrecondition(`task ${task_id} is ${state} and cannot become ${to}`);
  await tx.updateTable('generic_tasks').set({ state: to }).where('task_id', '=', task_id).execute();
  await recordState(tx, task_id, { from: state, to }, change);
  if (genericTaskHasEnded(to)) await endTasks(tx, [task_id], change);
}

export async function recordState(
  tx: Tx,
  taskId: string,
  { from, to }: { from: StoredGenericTaskState | null; to: StoredGenericTaskState },
  { userId, reason, at }: StateChange,
): Promise<void> {
  const who = { user_id: userId ?? null, reason, at: at.toISOString() };
  await tx
    .insertInto('generic_task_history')
    .values({ task_id: taskId, from_state: from, to_state: to, ...who })
    .execute();
  publish(tx, genericTaskChanged, { taskId });
}
