import { randomUUID } from 'node:crypto';
import { invalidArgument, notFound, unavailable } from '@determined/contract/errors.ts';
import type {
  allocationAllGatherRoute,
  allocationRendezvousInfoRoute,
} from '@determined/contract/tasks/allocations-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { perMaster } from '#platform/master.ts';
import { allocationChanged } from './allocation-events.ts';
import { findLiveAllocation } from './find-live-allocation.ts';
import { markReady } from './report-allocation.ts';
import { waitForAllocation } from './wait-for-allocation.ts';

/** What each peer has brought. */
type Gathering = Map<string, Record<string, unknown>>;
/** Callers of one allocation that wait for each other. They hold connections to this master, so memory is enough. */
const gatherings = perMaster(() => new Map<string, Gathering>());
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const longestWaitMs = 600_000;

/** Waits until `numPeers` callers have come, then gives all of them everybody's data. */
export const allGather: Handler<typeof allocationAllGatherRoute> = async (request, ctx) => {
  if (request.requestUuid !== '' && !uuid.test(request.requestUuid)) {
    throw invalidArgument(`invalid UUID length: ${request.requestUuid.length}`);
  }
  const row = await findLiveAllocation(ctx, request.allocationId);
  const known = gatherings(ctx.master);
  const peers: Gathering = known.get(row.id) ?? new Map();
  known.set(row.id, peers);
  const peer = request.requestUuid || randomUUID();
  peers.set(peer, request.data ?? {});
  const full = () => peers.size >= request.numPeers;
  if (full()) {
    // The next round starts empty; those who wait in this one keep it.
    known.delete(row.id);
    ctx.master.bus.emit(allocationChanged, { allocationId: row.id, taskId: row.task_id });
    await markReady(ctx, row.id);
  }
  const done = await waitForAllocation(ctx, row.id, async () => (full() ? true : undefined), longestWaitMs);
  if (done) return { data: [...peers.values()] };
  const came = peers.size;
  // Whoever is gone is not waited for any longer; he comes again under the same name.
  peers.delete(peer);
  if (peers.size === 0 && known.get(row.id) === peers) known.delete(row.id);
  throw unavailable(`only ${came} of ${request.numPeers} peers have come`);
};

/** Where the parts of the task are: here one, on this machine. Answers once its process is known to run. */
export const rendezvous: Handler<typeof allocationRendezvousInfoRoute> = async (request, ctx) => {
  const row = await waitForAllocation(
    ctx,
    request.allocationId,
    async () => {
      const found = await findLiveAllocation(ctx, request.allocationId);
      if (found.container_id !== request.resourcesId) throw notFound('resources', request.resourcesId);
      return found.state === 'RUNNING' || found.state === 'STARTING' ? found : undefined;
    },
    longestWaitMs,
  );
  if (!row) throw unavailable('the task has not started yet');
  await markReady(ctx, row.id);
  return { rendezvousInfo: { addresses: ['127.0.0.1'], rank: 0, slots: [row.slots] } };
};
