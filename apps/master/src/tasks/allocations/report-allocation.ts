import { notFound } from '@determined/contract/errors.ts';
import type {
  allocationReadyRoute,
  allocationWaitingRoute,
  markAllocationResourcesDaemonRoute,
  postAllocationAcceleratorDataRoute,
  postAllocationProxyAddressRoute,
} from '@determined/contract/tasks/allocations-routes.ts';
import type { Tx } from '#platform/db/database.ts';
import type { StoredAllocationState } from '#platform/db/tables/task-tables.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { appendMasterLine } from '../logs/shared/append-master-line.ts';
import type { AllocationRow } from '../shared/allocation-row.ts';
import { taskName } from '../shared/task-kind.ts';
import { callerOf, checkAllocationId, withLiveAllocation } from './find-live-allocation.ts';
import { type AllocationChange, setAllocationState } from './shared/allocation-state.ts';
import { updateAllocation } from './shared/allocation-store.ts';
import { readPlaces, updatePlace } from './shared/place-store.ts';

/** From now on the task can be asked to stop gracefully. `news` is told in the same transaction, once. */
export function markReady(
  ctx: Context,
  allocationId: string,
  news?: (tx: Tx, row: AllocationRow) => Promise<void>,
): Promise<void> {
  return withLiveAllocation(ctx, allocationId, async (tx, row) => {
    if (row.is_ready || row.state === 'TERMINATING') return;
    if (row.state === 'RUNNING') await updateAllocation(tx, row.id, { is_ready: true });
    else await reported(ctx, tx, row, { to: 'RUNNING', reason: 'it is ready', also: { is_ready: true } });
    await news?.(tx, row);
  });
}

/** The state that a caller says an allocation is in, which it has locked. Of one that is being killed nothing counts any more. */
export async function reported(
  ctx: Context,
  tx: Tx,
  row: AllocationRow,
  { to, reason, also }: { to: StoredAllocationState; reason: string; also?: AllocationChange },
): Promise<void> {
  if (row.state === 'TERMINATING') return;
  const at = ctx.master.clock.now();
  await setAllocationState(tx, { ids: [row.id], from: row.state, to }, { ...callerOf(ctx), reason, at, also });
}

export const allocationReady: Handler<typeof allocationReadyRoute> = async ({ allocationId }, ctx) => {
  await markReady(ctx, allocationId, async (tx, row) => {
    const name = await taskName(ctx.master, tx, row.task_id);
    await appendMasterLine(ctx.master, tx, row.task_id, 'INFO', `Service of ${name} is available`);
  });
  return {};
};

export const allocationWaiting: Handler<typeof allocationWaitingRoute> = async ({ allocationId }, ctx) => {
  await withLiveAllocation(ctx, allocationId, async (tx, row) => {
    if (row.state !== 'WAITING') await reported(ctx, tx, row, { to: 'WAITING', reason: 'it waits' });
  });
  return {};
};

export const postProxyAddress: Handler<typeof postAllocationProxyAddressRoute> = async (request, ctx) => {
  await withLiveAllocation(ctx, request.allocationId, (tx, row) =>
    updateAllocation(tx, row.id, { proxy_address: request.proxyAddress }),
  );
  return {};
};

/** Accepted for any allocation there is; a machine without accelerators has nothing to keep. */
export const postAcceleratorData: Handler<typeof postAllocationAcceleratorDataRoute> = async (request, ctx) => {
  checkAllocationId(request.allocationId);
  const data = request.acceleratorData;
  const id = data?.allocationId || request.allocationId;
  const row = await ctx.db.selectFrom('allocations').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('allocation', id);
  await ctx.db
    .insertInto('allocation_accelerators')
    .values({
      allocation_id: id,
      container_id: data?.containerId ?? '',
      node_name: data?.nodeName ?? '',
      accelerator_type: data?.acceleratorType ?? '',
      accelerator_uuids: data?.acceleratorUuids ?? [],
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return {};
};

/** The part's exit does not count any more, unless it is the only one (facts: trial runtime 8). */
export const markDaemon: Handler<typeof markAllocationResourcesDaemonRoute> = async (request, ctx) => {
  await withLiveAllocation(ctx, request.allocationId, async (tx, row) => {
    const places = await readPlaces(tx, row.id);
    const place = places.find(({ container_id }) => container_id === request.resourcesId);
    if (place && places.length > 1) await updatePlace(tx, place, { daemon: true });
  });
  return {};
};
