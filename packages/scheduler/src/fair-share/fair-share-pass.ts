import { findFit } from '../fitting.ts';
import { holdersOf, noRoomIn } from '../no-room.ts';
import type { PoolCapacity } from '../pool-capacity.ts';
import { PoolState, shapeOf, sharedSlots } from '../pool-state.ts';
import type { Agent, AllocationRequest, Preemption, Schedule, SchedulerSettings, Start } from '../scheduling-types.ts';
import type { WaitingReason } from '../waiting-reason.ts';
import { aboveShare, type JobShare, shareOf, shareOut, slotsOf } from './share-out.ts';

interface FairPool {
  agents: readonly Agent[];
  capacity: PoolCapacity;
  settings: SchedulerSettings;
}

/**
 * One pass of fair share over a pool's queue, in order of arrival. Each job has a share of the pool's slots by its
 * weight; what is over it is asked to stop, what is within it starts. Only what would find room in the pool as it is
 * counts for a share, so that a full pool is left as it is. Tasks without slots start where there is a place for them.
 */
export function fairSharePass(queue: readonly AllocationRequest[], { agents, capacity, settings }: FairPool): Schedule {
  const pool = new PoolState(agents, queue);
  const fits = roomIn(pool, settings);
  const shares = jobShares(queue, pool, fits);
  const chosen = [
    ...queue.filter((request) => request.slots === 0 && request.running === null && fits(request)),
    ...shares.flatMap(withinShare),
  ];
  const start: Start[] = [];
  for (const request of chosen) {
    // Several may have been meant for the same room.
    const assignments = findFit(request, pool, settings);
    if (assignments === null) continue;
    pool.occupy(request, assignments);
    start.push({ request, assignments, backfilled: false });
  }
  return {
    start,
    preempt: shares.flatMap(cut),
    waiting: waitingIn(queue, { pool, start, shares, capacity, settings }),
  };
}

/** Every job that has slots or would find some now, with what it is offered of the pool, smallest demand first. */
export function jobShares(
  queue: readonly AllocationRequest[],
  pool: PoolState,
  fits: (request: AllocationRequest) => boolean,
): JobShare[] {
  const total = pool.agents.reduce((sum, agent) => sum + sharedSlots(agent), 0);
  const counted = queue.filter((request) => {
    const { slots, running, job } = request;
    if (slots === 0 || slots > total) return false;
    // What is above its job's limit never starts: slots kept for it would lie idle.
    return running !== null || (slots <= (job.maxSlots ?? slots) && fits(request));
  });
  const byJob = Map.groupBy(counted, ({ job }) => job.id);
  return shareOut(
    [...byJob.values()].flatMap((ofJob) => (ofJob[0] ? [shareOf(ofJob[0].job, ofJob)] : [])),
    total,
  );
}

/** Whether requests find room in a pool that stays as it is; one answer for all that ask for the same. */
export function roomIn(pool: PoolState, settings: SchedulerSettings): (request: AllocationRequest) => boolean {
  const answers = new Map<string, boolean>();
  return (request) => {
    const key = shapeOf(request);
    let answer = answers.get(key);
    if (answer === undefined) {
      answer = findFit(request, pool, settings) !== null;
      answers.set(key, answer);
    }
    return answer;
  };
}

/** What starts of a job: in order of arrival whatever its share still has slots for. */
function withinShare({ active, offered, pending }: JobShare): AllocationRequest[] {
  let rest = offered - active;
  return pending.filter(({ slots }) => {
    if (slots > rest) return false;
    rest -= slots;
    return true;
  });
}

function cut(share: JobShare): Preemption[] {
  const { active, offered, job } = share;
  const limit = job.maxSlots ?? Number.POSITIVE_INFINITY;
  return aboveShare(share).map((request) => ({
    request,
    because:
      active > limit
        ? { kind: 'max-slots', limit, used: active }
        : { kind: 'fair-share', share: offered, used: active },
  }));
}

interface AfterPass {
  /** With what starts now. */
  pool: PoolState;
  start: readonly Start[];
  shares: readonly JobShare[];
  capacity: PoolCapacity;
  settings: SchedulerSettings;
}

function waitingIn(
  queue: readonly AllocationRequest[],
  { pool, start, shares, capacity, settings }: AfterPass,
): Schedule['waiting'] {
  const started = new Set(start.map(({ request }) => request));
  const noRoom = noRoomIn(pool, holdersOf(queue, start));
  const fits = roomIn(pool, settings);
  const holding = Map.groupBy(
    queue.filter((request) => request.running !== null || started.has(request)),
    ({ job }) => job.id,
  );
  const offered = new Map(shares.map((share) => [share.job.id, share.offered]));
  const because = (request: AllocationRequest): WaitingReason => {
    const impossible = capacity.whyImpossible(request);
    if (impossible !== null) return impossible;
    const { job, slots: need } = request;
    const used = slotsOf(holding.get(job.id) ?? []);
    // Nobody comes first here: what starts is a matter of shares.
    if (!fits(request)) return noRoom(request, { ahead: 0, behind: [] });
    if (job.maxSlots !== null && used + need > job.maxSlots) {
      return { kind: 'max-slots', need, used, limit: job.maxSlots };
    }
    return { kind: 'fair-share', need, used, share: offered.get(job.id) ?? 0 };
  };
  return queue
    .filter((request) => request.running === null && !started.has(request))
    .map((request) => ({ request, because: because(request) }));
}
