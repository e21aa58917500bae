import { emptyAux, emptySlots, isOpen, type PoolState } from './pool-state.ts';
import type { AllocationRequest, Start } from './scheduling-types.ts';
import type { Ahead, Holders, WaitingReason } from './waiting-reason.ts';

export const NAMED_JOBS = 10;

/** Why a request that finds no room finds none; `pool` is as this pass leaves it. */
export function noRoom(request: AllocationRequest, pool: PoolState, holders: Holders, ahead: Ahead): WaitingReason {
  const { slots: need, singleAgent } = request;
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
