import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { getAllocationRoute } from '@determined/contract/tasks/allocations-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { refuseGone } from '../shared/refuse-gone.ts';
import { findAllocation } from './shared/allocation-store.ts';
import { allocationView } from './shared/allocation-view.ts';

export const getAllocation: Handler<typeof getAllocationRoute> = async (request, ctx) => {
  if (!request.allocationId.includes('.')) {
    throw invalidArgument(`allocationID ${request.allocationId} does not contain at least '.'`);
  }
  const row = await findAllocation(ctx.db, request.allocationId);
  if (!row) throw notFound('allocation', request.allocationId);
  await refuseGone(ctx.db, row.task_id, 'allocation', row.id);
  const time = (value: string | null) =>
    value === null ? undefined : `${value.replace('T', ' ').replace('Z', '')} +0000 UTC`;
  return {
    allocation: {
      ...allocationView(row),
      slots: row.slots,
      startTime: time(row.start_time),
      endTime: time(row.end_time),
      exitReason: row.exit_reason ?? undefined,
      statusCode: row.exit_code ?? undefined,
    },
  };
};
