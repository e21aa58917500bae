import { invalidArgument, notFound, permissionDenied } from '@determined/contract/errors.ts';
import type { Tx } from '#platform/db/database.ts';
import type { ChangingPart } from '#platform/db/tables/task-tables.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { type Context, isTaskSession } from '#platform/http/context.ts';
import { type AllocationRow, isOpen } from '../shared/allocation-row.ts';
import { findAllocation, lockAllocation } from './shared/allocation-store.ts';

/** The allocation a task calls about; what has ended is as unknown as what never was. */
export async function findLiveAllocation(ctx: Context, id: string): Promise<AllocationRow> {
  checkAllocationId(id);
  return checkLive(ctx, id, await findAllocation(ctx.db, id));
}

/** The same to change it: locked, so that what ends meanwhile stays ended. */
export function withLiveAllocation<T>(
  ctx: Context,
  id: string,
  work: (tx: Tx, row: AllocationRow) => Promise<T>,
): Promise<T> {
  checkAllocationId(id);
  return inTransaction(ctx.db, async (tx) => work(tx, checkLive(ctx, id, await lockAllocation(tx, id))));
}

/** Who calls, as the history of an allocation names him: the program that runs in it, or a person. */
export function callerOf({ session, user }: Context): { by: ChangingPart; userId: number } {
  return { by: isTaskSession(session) ? 'task' : 'user', userId: user.id };
}

function checkLive(ctx: Context, id: string, row: AllocationRow | undefined): AllocationRow {
  if (!row || !isOpen(row)) throw notFound('allocation', id);
  refuseOtherTask(ctx, row.task_id);
  return row;
}

export function checkAllocationId(id: string): void {
  if (!id.includes('.')) throw invalidArgument(`allocationID ${id} does not contain at least '.'`);
}

/** A task's own token acts on that task only. */
export function refuseOtherTask(ctx: Context, taskId: string): void {
  if (isTaskSession(ctx.session) && ctx.session.taskId !== taskId) throw permissionDenied();
}
