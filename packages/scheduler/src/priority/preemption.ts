import { findFit } from '../fitting.ts';
import type { PoolState } from '../pool-state.ts';
import { compareInstants } from '../queue-order.ts';
import type { AllocationRequest, SchedulerSettings } from '../scheduling-types.ts';

/** What holds room and has not been claimed by anybody; both in queue order. */
export interface Occupants {
  /** Was asked to stop before, by whomever. */
  ending: readonly AllocationRequest[];
  staying: readonly AllocationRequest[];
}

/**
 * Makes room for one request: first by what is ending anyway, then by the least important that may be preempted. Where
 * that succeeds, `pool` is left with them off and the request on, and they are returned; else `pool` is as before.
 */
export function makeRoom(
  request: AllocationRequest,
  pool: PoolState,
  { ending, staying }: Occupants,
  settings: SchedulerSettings,
): AllocationRequest[] | null {
  // Less important jobs give way, and later ones of the same priority.
  const first = staying.findLastIndex((candidate) => !comesFirst(request, candidate)) + 1;
  const victims = staying.slice(first).filter(({ preemptible }) => preemptible);
  const candidates = [...ending.toReversed(), ...victims.reverse()];
  const removed: { candidate: AllocationRequest; putBack: () => void }[] = [];
  const remove = (candidate: AllocationRequest) => {
    const assignments = pool.release(candidate);
    removed.push({ candidate, putBack: () => pool.occupy(candidate, assignments) });
  };
  for (const candidate of candidates) {
    remove(candidate);
    if (findFit(request, pool, settings) === null) continue;
    // Those on the way that turned out to be of no use stay, the most important first.
    const needed = removed.toReversed().filter((entry) => {
      entry.putBack();
      if (findFit(request, pool, settings) !== null) return false;
      pool.release(entry.candidate);
      return true;
    });
    pool.occupy(request, findFit(request, pool, settings) ?? []);
    return needed.reverse().map((entry) => entry.candidate);
  }
  for (const { putBack } of removed) putBack();
  return null;
}

function comesFirst({ job }: AllocationRequest, candidate: AllocationRequest): boolean {
  if (job.priority !== candidate.job.priority) return job.priority < candidate.job.priority;
  return compareInstants(job.submittedAt, candidate.job.submittedAt) < 0;
}
