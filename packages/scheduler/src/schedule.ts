import { fairSharePass } from './fair-share/fair-share-pass.ts';
import { PoolCapacity } from './pool-capacity.ts';
import { PoolState } from './pool-state.ts';
import { type PassResult, priorityPass } from './priority/priority-pass.ts';
import { arrivalOrder, queueOrder } from './queue-order.ts';
import type { Agent, AllocationRequest, Schedule, SchedulerSettings, Start } from './scheduling-types.ts';

export interface SchedulingInput {
  /** The pool's name. */
  pool: string;
  /** The connected agents of the pool. */
  agents: readonly Agent[];
  /** All that waits in the pool or holds something of it, until it is truly gone. */
  requests: readonly AllocationRequest[];
  settings: SchedulerSettings;
}

/**
 * What to do now in one pool: who starts where, who is asked to stop, and why the rest waits. The answer depends on
 * nothing but the input.
 */
export function schedule({ pool, agents, requests, settings }: SchedulingInput): Schedule {
  const capacity = new PoolCapacity(pool, agents, settings);
  const inPool = { agents, capacity, settings };
  if (settings.type === 'fair_share') return fairSharePass(arrivalOrder(requests), inPool);
  return byPriority(queueOrder(requests), inPool);
}

/** The queue is one of slots and one of places for tasks without, which take nothing from each other. */
function byPriority(
  queue: readonly AllocationRequest[],
  inPool: { agents: readonly Agent[]; capacity: PoolCapacity; settings: SchedulerSettings },
): Schedule {
  const pass = (ofKind: (slots: number) => boolean, begun: readonly Start[]): PassResult => {
    const pool = new PoolState(inPool.agents, queue);
    for (const { request, assignments } of begun) pool.occupy(request, assignments);
    return priorityPass(
      queue.filter(({ slots }) => ofKind(slots)),
      { ...inPool, pool },
    );
  };
  const withSlots = pass((slots) => slots > 0, []);
  // Tasks without slots keep away from the slots that others have, or get now.
  const without = pass((slots) => slots === 0, withSlots.start);
  return {
    start: [...withSlots.start, ...without.start],
    preempt: [...withSlots.preempt, ...without.preempt],
    waiting: queue.flatMap((request) => {
      const because = withSlots.waiting.get(request.id) ?? without.waiting.get(request.id);
      return because === undefined ? [] : [{ request, because }];
    }),
  };
}
