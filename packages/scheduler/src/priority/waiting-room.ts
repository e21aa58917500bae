import { findFit } from '../fitting.ts';
import { holdersOf, jobsOf, NAMED_JOBS, noRoomIn } from '../no-room.ts';
import { emptySlots, PoolState } from '../pool-state.ts';
import type { Agent, AllocationRequest, SchedulerSettings, Start } from '../scheduling-types.ts';
import type { Ahead, WaitingReason } from '../waiting-reason.ts';

/** How the pass left a request. */
type Outcome =
  | { kind: 'held'; because: () => WaitingReason }
  | { kind: 'claim'; from: AllocationRequest[] }
  | { kind: 'kept-back'; backfill: 'off' | 'not-preemptible' | 'freeing' }
  | { kind: 'no-room' };

/** Turns what the pass decided into reasons; the figures are those of the pool after this pass's starts. */
export class WaitingRoom {
  readonly #outcomes = new Map<string, Outcome>();

  add(request: AllocationRequest, outcome: Outcome): void {
    this.#outcomes.set(request.id, outcome);
  }

  reasons(
    queue: readonly AllocationRequest[],
    agents: readonly Agent[],
    start: readonly Start[],
    settings: SchedulerSettings,
  ): Map<string, WaitingReason> {
    const pool = new PoolState(agents, queue);
    for (const { request, assignments } of start) pool.occupy(request, assignments);
    const noRoom = noRoomIn(pool, holdersOf(queue, start));
    const reasons = new Map<string, WaitingReason>();
    /** Jobs with something that could run, in queue order. */
    const ahead = new Set<string>();
    /** What is being freed for those so far; what others leave over of it serves the next. */
    const freeing: AllocationRequest[] = [];
    for (const request of queue) {
      const outcome = this.#outcomes.get(request.id);
      if (outcome === undefined) continue;
      if (outcome.kind === 'held') {
        reasons.set(request.id, outcome.because());
        continue;
      }
      const roomNow = findFit(request, pool, settings) !== null;
      if (outcome.kind === 'claim') freeing.push(...outcome.from);
      if (outcome.kind === 'claim' || (outcome.kind === 'kept-back' && !roomNow)) {
        const releasing = jobsOf(outcome.kind === 'claim' ? outcome.from : freeing);
        reasons.set(request.id, { kind: 'preempting', need: request.slots, releasing });
      } else {
        const backfill = outcome.kind === 'kept-back' ? outcome.backfill : 'reserved';
        const others = aheadOf(request, ahead);
        reasons.set(request.id, roomNow ? keptForOthers(request, pool, backfill, others) : noRoom(request, others));
      }
      ahead.add(request.job.id);
    }
    return reasons;
  }
}

function keptForOthers(
  request: AllocationRequest,
  pool: PoolState,
  backfill: 'off' | 'not-preemptible' | 'freeing' | 'reserved',
  ahead: Ahead,
): WaitingReason {
  const free = pool.openTo(request).reduce((sum, agent) => sum + emptySlots(agent), 0);
  return { kind: 'higher-priority', need: request.slots, free, backfill, ...ahead };
}

function aheadOf({ job }: AllocationRequest, ahead: ReadonlySet<string>): Ahead {
  const behind: string[] = [];
  for (const jobId of ahead) {
    if (behind.length === NAMED_JOBS) break;
    if (jobId !== job.id) behind.push(jobId);
  }
  return { ahead: ahead.size - (ahead.has(job.id) ? 1 : 0), behind };
}
