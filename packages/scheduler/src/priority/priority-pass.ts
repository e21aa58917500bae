import { findFit } from '../fitting.ts';
import type { PoolCapacity } from '../pool-capacity.ts';
import type { PoolState } from '../pool-state.ts';
import type { Agent, AllocationRequest, Preemption, SchedulerSettings, Start } from '../scheduling-types.ts';
import type { WaitingReason } from '../waiting-reason.ts';
import { makeRoom } from './preemption.ts';
import { overTheLimit, SlotLimits } from './slot-limits.ts';
import { WaitingRoom } from './waiting-room.ts';

export interface PassResult {
  start: Start[];
  preempt: Preemption[];
  /** By request id. */
  waiting: Map<string, WaitingReason>;
}

interface PassPool {
  agents: readonly Agent[];
  /** With all that runs in it, and what the other kind has just been given. */
  pool: PoolState;
  capacity: PoolCapacity;
  settings: SchedulerSettings;
}

/**
 * One pass over the requests of one kind (with slots, or without), in queue order.
 *
 * Requests are placed on a simulated pool from the most important to the least, and keep their place there whether
 * they may start or not. So what is less important never gets what a more important one is about to have; past one
 * without room only preemptible requests start, and none while slots are being freed for somebody. Those of the same
 * priority may start past one without room; where preemption can make that room, it comes first, or a stream of small
 * later requests would keep a large one waiting for ever.
 */
export function priorityPass(
  queue: readonly AllocationRequest[],
  { agents, pool: simulated, capacity, settings }: PassPool,
): PassResult {
  const limits = new SlotLimits(queue);
  const start: Start[] = [];
  const preempt = overTheLimit(queue);
  const leaving = new Set(preempt.map(({ request }) => request));
  const holding = queue.filter(({ running }) => running !== null);
  const isEnding = (request: AllocationRequest) => request.running?.releasing || leaving.has(request);
  // What nobody has claimed yet.
  let ending = holding.filter(isEnding);
  let staying = holding.filter((request) => !isEnding(request));
  const waiting = new WaitingRoom();
  /** Past whom a request would start. */
  let past: 'nobody' | 'no-room' | 'claims' = 'nobody';

  const claim = (request: AllocationRequest): boolean => {
    const freed = makeRoom(request, simulated, { ending, staying }, settings);
    if (freed === null) return false;
    const from = new Set(freed);
    for (const victim of staying.filter((candidate) => from.has(candidate)).reverse()) {
      preempt.push({ request: victim, because: { kind: 'higher-priority', request } });
    }
    ending = ending.filter((candidate) => !from.has(candidate));
    staying = staying.filter((candidate) => !from.has(candidate));
    waiting.add(request, { kind: 'claim', from: freed });
    return true;
  };

  const pending = queue.filter((request) => {
    if (request.running !== null) return false;
    const impossible = capacity.whyImpossible(request);
    if (impossible !== null) waiting.add(request, { kind: 'held', because: () => impossible });
    else if (!limits.admit(request)) waiting.add(request, { kind: 'held', because: () => limits.whyHeld(request) });
    else return true;
    return false;
  });
  for (const level of Map.groupBy(pending, ({ job }) => job.priority).values()) {
    let withoutRoom = false;
    for (const request of level) {
      const fit = findFit(request, simulated, settings);
      if (fit === null) {
        if (settings.preemption && claim(request)) past = 'claims';
        else {
          waiting.add(request, { kind: 'no-room' });
          withoutRoom = true;
        }
        continue;
      }
      simulated.occupy(request, fit);
      if (past === 'nobody' || (past === 'no-room' && settings.preemption && request.preemptible)) {
        start.push({ request, assignments: fit, backfilled: past === 'no-room' });
      } else {
        const backfill = past === 'claims' ? 'freeing' : settings.preemption ? 'not-preemptible' : 'off';
        waiting.add(request, { kind: 'kept-back', backfill });
      }
    }
    if (withoutRoom && past === 'nobody') past = 'no-room';
  }
  return { start, preempt, waiting: waiting.reasons(queue, agents, start, settings) };
}
