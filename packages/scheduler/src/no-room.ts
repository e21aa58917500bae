import { emptyAux, emptySlots, isOpen, type PoolState, shapeOf } from './pool-state.ts';
import type { AllocationRequest, Start } from './scheduling-types.ts';
import type { Ahead, Holders, WaitingReason } from './waiting-reason.ts';

export const NAMED_JOBS = 10;

type NoRoom = Extract<WaitingReason, { kind: 'slots' | 'fragmented' | 'aux-full' }>;

/** Why requests that find no room find none, in a pool as this pass leaves it; looked up once for all of one shape. */
export function noRoomIn(
  pool: PoolState,
  holders: Holders,
): (request: AllocationRequest, ahead: Ahead) => WaitingReason {
  const known = new Map<string, NoRoom>();
  return (request, ahead) => {
    const shape = shapeOf(request);
    const reason = known.get(shape) ?? noRoom(request, pool, holders);
    known.set(shape, reason);
    return { ...reason, ...ahead };
  };
}

function noRoom(request: AllocationRequest, pool: PoolState, holders: Holders): NoRoom {
  const { slots: need, singleAgent } = request;
  const ahead = { ahead: 0, behind: [] };
  const open = pool.openTo(request);
  if (need === 0) {
    const capacity = open.reduce((sum, { agent }) => sum + (isOpen(agent) ? agent.maxAuxContainers : 0), 0);
    const left = open.reduce((sum, agent) => sum + emptyAux(agent), 0);
    return { kind: 'aux-full', running: capacity - left, capacity, ...ahead };
  }
  const sizes = open.map(emptySlots);
  const free = sizes.reduce((sum, size) => sum + size, 0);
  if (free < need) return { kind: 'slots', need, free, ...holders, ...ahead };
  return { kind: 'fragmented', need, free, largestFree: Math.max(...sizes), singleAgent, ...ahead };
}

/** Who holds slots once what starts has started; `queue` in the order in which they are to be named. */
export function holdersOf(queue: readonly AllocationRequest[], start: readonly Start[]): Holders {
  const started = new Set(start.map(({ request }) => request));
  const holding = queue.filter((request) => request.slots > 0 && (request.running !== null || started.has(request)));
  const jobs = jobsOf(holding);
  return {
    held: holding.reduce((sum, { slots }) => sum + slots, 0),
    holders: jobs.length,
    heldBy: jobs.slice(0, NAMED_JOBS),
  };
}

export function jobsOf(requests: readonly AllocationRequest[]): string[] {
  return [...new Set(requests.map(({ job }) => job.id))];
}
