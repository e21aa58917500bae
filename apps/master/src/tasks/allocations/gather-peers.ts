import { randomUUID } from 'node:crypto';
import { failedPrecondition, invalidArgument, notFound, unavailable } from '@determined/contract/errors.ts';
import type {
  allocationAllGatherRoute,
  allocationRendezvousInfoRoute,
  notifyContainerRunningRoute,
} from '@determined/contract/tasks/allocations-routes.ts';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { AllocationGatheringsTable } from '#platform/db/tables/task-tables.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { engineOf } from '../../cluster/resource-managers/shared/resource-managers.ts';
import type { AllocationRow } from '../shared/allocation-row.ts';
import { allocationChanged } from './allocation-events.ts';
import { checkAllocationId, findLiveAllocation, withLiveAllocation } from './find-live-allocation.ts';
import { joinRound, leaveRound, roundData } from './gathering-store.ts';
import { markReady, reported } from './report-allocation.ts';
import { readPlaces, updatePlace } from './shared/place-store.ts';
import { waitForAllocation } from './wait-for-allocation.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const longestWaitMs = 600_000;

interface Gathering {
  allocationId: string;
  requestUuid: string;
  numPeers: number;
  data: Record<string, unknown> | null;
}

/**
 * Waits until `numPeers` callers have come, to whichever masters, then gives all of them everybody's data. `complete`
 * runs with the last one's coming.
 */
async function gather(
  ctx: Context,
  kind: AllocationGatheringsTable['kind'],
  request: Gathering,
  joined: (tx: Tx, row: AllocationRow, complete: boolean) => Promise<void>,
): Promise<Record<string, unknown>[]> {
  if (request.requestUuid !== '' && !uuid.test(request.requestUuid)) {
    throw invalidArgument(`invalid UUID length: ${request.requestUuid.length}`);
  }
  const { allocationId, numPeers } = request;
  const at = { allocationId, kind, numPeers };
  const peer = request.requestUuid || randomUUID();
  const join = () =>
    withLiveAllocation(ctx, allocationId, async (tx, row) => {
      const found = await joinRound(tx, at, { peer, data: request.data ?? {} });
      const complete = (await roundData(tx, at, found)).length >= numPeers;
      await joined(tx, row, complete);
      if (complete) publish(tx, allocationChanged, { allocationId, taskId: row.task_id });
      return found;
    });
  let round = await join();
  let came = 0;
  const look = async () => {
    const peers = await roundData(ctx.db, at, round);
    came = peers.length;
    // A first call by the same name, whose connection broke, has only now taken its leave.
    if (!peers.some((one) => one.peer === peer)) round = await join();
    else if (came >= numPeers) return peers.map(({ data }) => data);
    return undefined;
  };
  const data = await waitForAllocation(ctx, allocationId, look, longestWaitMs);
  if (data) return data;
  await withLiveAllocation(ctx, allocationId, (tx) => leaveRound(tx, at, peer));
  throw unavailable(`only ${came} of ${numPeers} peers have come`);
}

export const allGather: Handler<typeof allocationAllGatherRoute> = async (request, ctx) => {
  const data = await gather(ctx, 'all-gather', request, async () => {});
  await markReady(ctx, request.allocationId);
  return { data };
};

/** A part that an engine has placed says that it runs, and where; all of them together have started the task. */
export const notifyContainerRunning: Handler<typeof notifyContainerRunningRoute> = async (request, ctx) => {
  checkAllocationId(request.allocationId);
  const { resource_pool: pool } = await findLiveAllocation(ctx, request.allocationId);
  if (!engineOf(ctx.master, pool)) throw failedPrecondition('operation not supported');
  const data = await gather(ctx, 'running', request, async (tx, row, complete) => {
    if (complete && !row.is_ready && row.state !== 'RUNNING')
      await reported(ctx, tx, row, { to: 'RUNNING', reason: 'all its parts say that they run' });
  });
  return { data };
};

/** Where the parts of the task are, by rank. Answers once all of them run and have asked. */
export const rendezvous: Handler<typeof allocationRendezvousInfoRoute> = async (request, ctx) => {
  const { allocationId, resourcesId } = request;
  const own = await withLiveAllocation(ctx, allocationId, async (tx, row) => {
    const place = (await readPlaces(tx, allocationId)).find(({ container_id }) => container_id === resourcesId);
    if (!place) throw notFound('resources', resourcesId);
    if (!place.asked) await updatePlace(tx, place, { asked: true });
    publish(tx, allocationChanged, { allocationId, taskId: row.task_id });
    return place;
  });
  const look = async () => {
    await findLiveAllocation(ctx, allocationId);
    const places = await readPlaces(ctx.db, allocationId);
    return places.every(({ asked, state }) => asked && state !== 'ASSIGNED') ? places : undefined;
  };
  const places = await waitForAllocation(ctx, allocationId, look, longestWaitMs);
  if (!places) throw unavailable('not all parts of the task have started yet');
  await markReady(ctx, allocationId);
  return {
    rendezvousInfo: {
      addresses: places.map(({ address }) => address),
      rank: own.rank,
      slots: places.map(({ slot_ids }) => slot_ids.length),
    },
  };
};
