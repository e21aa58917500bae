import { notFound } from '@determined/contract/errors.ts';
import { orRefuse } from '@determined/contract/rule.ts';
import {
  killOfGenericTask,
  pauseOfGenericTask,
  type StoredGenericTaskState,
  unpauseOfGenericTask,
} from '@determined/contract/tasks/generic-task-rules.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { poolOfJob } from '../../cluster/job-queue/shared/job-store.ts';
import { findOpenAllocations } from '../allocations/shared/allocation-store.ts';
import { requestAllocations } from '../allocations/shared/request-allocations.ts';
import { type StopMode, stopAllocation } from '../allocations/shared/stop-allocation.ts';
import type { AllocationRow } from '../shared/allocation-row.ts';
import type { AllocationExit } from '../shared/task-kind.ts';
import { setGenericTaskState } from './generic-task-state.ts';
import { findGenericTask, type GenericTaskRow, lockTree, takeRun } from './generic-task-store.ts';

/** As the queue and logs call it. */
export const genericTaskName = (id: string): string => `Generic Task ${id}`;

const ruled = ({ task_id: id, state, no_pause: noPause }: GenericTaskRow) => ({ id, state, noPause });

interface By {
  userId: number;
  reason: string;
}

/** Stops a task, which may go on later, and those of its descendants that said that they may be paused. */
export async function pauseTree(master: Master, tx: Tx, id: string, by: By): Promise<void> {
  const [first, ...descendants] = await lockTree(tx, id);
  if (!first) throw notFound('task', id);
  const withIt = descendants.filter((row) => row.no_pause === false && row.state === 'ACTIVE');
  for (const row of [first, ...withIt]) await stop(master, tx, row, orRefuse(pauseOfGenericTask(ruled(row))), by);
}

/** Puts a paused task back into the queue, and its descendants that are paused. */
export async function unpauseTree(master: Master, tx: Tx, id: string, by: By): Promise<void> {
  const [first, ...descendants] = await lockTree(tx, id);
  if (!first) throw notFound('task', id);
  const withIt = descendants.filter(({ state }) => state === 'PAUSED' || state === 'STOPPING_PAUSED');
  for (const row of [first, ...withIt]) {
    const to = orRefuse(unpauseOfGenericTask(ruled(row)));
    if (!to) continue;
    await setGenericTaskState(tx, row, to, { ...by, at: master.clock.now() });
    // What still stops is put into the queue when it has.
    if (row.state === 'PAUSED') await requestRun(master, tx, row, { by: 'user', ...by });
  }
}

/** Ends a task with all of its descendants that have not ended. */
export async function killTree(master: Master, tx: Tx, id: string, by: By): Promise<void> {
  for (const row of await lockTree(tx, id)) {
    const verdict = killOfGenericTask(ruled(row));
    if (verdict.verdict === 'acts') await stop(master, tx, row, verdict.to, by);
  }
}

async function stop(
  master: Master,
  tx: Tx,
  row: GenericTaskRow,
  to: StoredGenericTaskState | undefined,
  by: By,
): Promise<void> {
  if (!to) return;
  await setGenericTaskState(tx, row, to, { ...by, at: master.clock.now() });
  const open = (await findOpenAllocations(tx, [row.task_id])).get(row.task_id);
  // Where its program says that it is ready, it is asked to save its work first.
  const mode: StopMode = to === 'STOPPING_PAUSED' ? 'graceful' : 'kill';
  if (open) await stopAllocation(master, tx, { allocationId: open.id, mode, by: 'user', ...by });
}

/** Asks for a run of a task; each is an allocation of its own. */
export async function requestRun(
  master: Master,
  tx: Tx,
  { task_id, settings }: Pick<GenericTaskRow, 'task_id' | 'settings'>,
  change: { by: 'user' | 'job'; userId?: number; reason: string },
): Promise<void> {
  const { job_id } = await tx.selectFrom('tasks').select('job_id').where('id', '=', task_id).executeTakeFirstOrThrow();
  const wish = {
    allocationId: `${task_id}.${await takeRun(tx, task_id)}`,
    taskId: task_id,
    slots: settings.resources.slots,
    resourcePool: await poolOfJob(tx, job_id ?? ''),
    preemptionTimeout: settings.preemption_timeout,
    name: genericTaskName(task_id),
  };
  await requestAllocations(master, tx, [wish], change);
}

/** In the transaction that ends an allocation: what becomes of its task, which is locked. */
export async function genericTaskExited(
  master: Master,
  tx: Tx,
  allocation: AllocationRow,
  exit: AllocationExit,
): Promise<void> {
  const row = await findGenericTask(tx, allocation.task_id);
  if (!row) return;
  const reason = allocation.exit_reason ?? exit.kind;
  const to = stateAfter(row, exit);
  await setGenericTaskState(tx, row, to, { reason, at: master.clock.now() });
  if (to === 'ACTIVE') await requestRun(master, tx, row, { by: 'job', reason });
}

/** ACTIVE: it is put into the queue again, since nobody asked for its end. Facts: platform semantics 10.5. */
function stateAfter({ state, no_pause }: GenericTaskRow, exit: AllocationExit): StoredGenericTaskState {
  if (state === 'STOPPING_CANCELED') return 'CANCELED';
  if (exit.kind === 'completed') return 'COMPLETED';
  if (exit.kind === 'failed' || exit.kind === 'refused') return 'ERROR';
  if (state === 'STOPPING_PAUSED') return 'PAUSED';
  // Its machine was lost or switched off. What may not be paused may not be begun anew either.
  return no_pause === true ? 'ERROR' : 'ACTIVE';
}
