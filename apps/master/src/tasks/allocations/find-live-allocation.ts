import { invalidArgument, notFound, permissionDenied } from '@determined/contract/errors.ts';
import type { Context } from '#platform/http/context.ts';
import { type AllocationRow, isOpen } from './shared/allocation-row.ts';
import { findAllocation } from './shared/allocation-store.ts';

/** The allocation a task calls about; what has ended is as unknown as what never was. */
export async function findLiveAllocation(ctx: Context, id: string): Promise<AllocationRow> {
  checkAllocationId(id);
  const row = await findAllocation(ctx.db, id);
  if (!row || !isOpen(row)) throw notFound('allocation', id);
  refuseOtherTask(ctx, row.task_id);
  return row;
}

export function checkAllocationId(id: string): void {
  if (!id.includes('.')) throw invalidArgument(`allocationID ${id} does not contain at least '.'`);
}

/** A task's own token acts on that task only. */
export function refuseOtherTask(ctx: Context, taskId: string): void {
  if (ctx.session.kind === 'allocation' && ctx.session.taskId !== taskId) throw permissionDenied();
}
