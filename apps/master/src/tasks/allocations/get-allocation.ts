import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { getAllocationRoute } from '@determined/contract/tasks/allocations-routes.ts';
import type { Allocation } from '@determined/contract/tasks/tasks-messages-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Handler } from '#platform/http/serve.ts';
import { findAllocation } from './allocation-store.ts';
import type { AllocationRow } from './shared/allocation-row.ts';

export const getAllocation: Handler<typeof getAllocationRoute> = async (request, ctx) => {
  if (!request.allocationId.includes('.')) {
    throw invalidArgument(`allocationID ${request.allocationId} does not contain at least '.'`);
  }
  const row = await findAllocation(ctx.db, request.allocationId);
  if (!row) throw notFound('allocation', request.allocationId);
  const time = (value: string | null) =>
    value === null ? undefined : `${value.replace('T', ' ').replace('Z', '')} +0000 UTC`;
  return {
    allocation: {
      ...allocationView(row),
      slots: row.slots,
      startTime: time(row.start_time),
      endTime: time(row.end_time),
    },
  };
};

/** An allocation as GetTask lists it: times without a zone, no slots. Facts: platform semantics 1.6. */
export function allocationView(row: AllocationRow): Input<Allocation> {
  const time = (value: string | null) => (value === null ? undefined : value.replace('Z', ''));
  return {
    taskId: row.task_id,
    allocationId: row.id,
    state: row.state === 'PENDING' || row.state === 'ASSIGNED' ? 'STATE_QUEUED' : `STATE_${row.state}`,
    isReady: row.is_ready ? true : undefined,
    startTime: time(row.start_time),
    endTime: time(row.end_time),
    exitReason: row.exit_reason ?? undefined,
    statusCode: row.exit_code ?? undefined,
  };
}
