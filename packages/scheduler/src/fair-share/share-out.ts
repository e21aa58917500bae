import { compareInstants } from '../queue-order.ts';
import type { AllocationRequest, Job } from '../scheduling-types.ts';

/** What one job asks for and what it is offered, in slots. */
export interface JobShare {
  readonly job: Job;
  /** What it has and what would find room now, held to its limit. */
  readonly demand: number;
  /** What it has, and the part of it that stays whatever its share is. */
  readonly active: number;
  readonly fixed: number;
  /** What it has, and what would find room now; both in order of arrival. */
  readonly running: readonly AllocationRequest[];
  readonly pending: readonly AllocationRequest[];
  offered: number;
  /** Its share was too small for anything that it waits for: it keeps what it runs of it, the rest goes to others. */
  out: boolean;
}

/** A job's share before anything is offered. */
export function shareOf(job: Job, counted: readonly AllocationRequest[]): JobShare {
  const running = counted.filter((request) => request.running !== null);
  const pending = counted.filter((request) => request.running === null);
  const fixed = slotsOf(running.filter(({ preemptible }) => !preemptible));
  const active = slotsOf(running);
  const wanted = Math.min(active + slotsOf(pending), job.maxSlots ?? Number.POSITIVE_INFINITY);
  // What cannot be taken away is not less than wanted, or the rest would never be given out.
  return { job, demand: Math.max(wanted, fixed), active, fixed, running, pending, offered: fixed, out: false };
}

/**
 * Gives the pool's slots out in rounds, to each job by its weight and at least one, until all have what they ask for or
 * nothing is left. A job whose share is then too small for anything it waits for leaves it to the others, the latest job
 * first. Jobs come back by demand, then by time. Facts: platform semantics 4.5, with what it says to do instead.
 */
export function shareOut(jobs: readonly JobShare[], capacity: number): JobShare[] {
  const ordered = jobs.toSorted((a, b) => a.demand - b.demand || earlier(a, b));
  let left = Math.max(
    ordered.reduce((rest, { fixed }) => rest - fixed, capacity),
    0,
  );
  // Who is not stuck once is never so again: offers only grow.
  const latest = ordered.toSorted(earlier);
  const nextStuck = () => {
    for (let share = latest.pop(); share !== undefined; share = latest.pop()) if (isStuck(share)) return share;
    return undefined;
  };
  /** Of what stays in any case the part that is not yet taken off what the rounds offer. */
  const before = new Map(ordered.map((share) => [share, share.fixed]));
  let open = ordered.filter(wantsMore);
  while (open.length > 0) {
    if (left > 0) left = round(open, left, before);
    else {
      const leaving = nextStuck();
      if (leaving === undefined) break;
      const kept = keptWithin(leaving);
      left += leaving.offered - kept;
      leaving.offered = kept;
      leaving.out = true;
    }
    open = left > 0 ? open.filter(wantsMore) : open;
  }
  return ordered;
}

/** One round over the jobs that want more; returns what is left then. */
function round(open: readonly JobShare[], start: number, before: Map<JobShare, number>): number {
  let left = start;
  /** The weight of the jobs that still want more: of those that had their turn, and of those from each on. */
  let done = 0;
  const coming = [...open];
  const weights = new Array<number>(open.length + 1).fill(0);
  for (let i = coming.length - 1; i >= 0; i -= 1) weights[i] = (weights[i + 1] ?? 0) + (coming[i]?.job.weight ?? 0);
  for (const [i, share] of coming.entries()) {
    if (left === 0) break;
    const all = done + (weights[i] ?? 0);
    const byWeight = all > 0 ? Math.trunc((start * share.job.weight) / all) : 0;
    const offer = Math.min(Math.max(1, byWeight), left, share.demand - share.offered);
    const fixed = before.get(share) ?? 0;
    before.set(share, Math.max(fixed - offer, 0));
    const more = Math.max(offer - fixed, 0);
    share.offered += more;
    left -= more;
    if (wantsMore(share)) done += share.job.weight;
  }
  return left;
}

/**
 * What goes where a job has more than its share: its latest first, without those that then could have stayed. What was
 * asked to stop before has gone already.
 */
export function aboveShare({ running, offered }: Pick<JobShare, 'running' | 'offered'>): AllocationRequest[] {
  const staying = running.filter((request) => !request.running?.releasing);
  let held = slotsOf(staying);
  const going: AllocationRequest[] = [];
  for (const request of staying.toReversed()) {
    if (held <= offered) break;
    if (!request.preemptible) continue;
    going.push(request);
    held -= request.slots;
  }
  const needed = going.toReversed().filter(({ slots }) => {
    if (held + slots > offered) return true;
    held += slots;
    return false;
  });
  return needed.toReversed();
}

export const slotsOf = (requests: readonly AllocationRequest[]): number =>
  requests.reduce((sum, { slots }) => sum + slots, 0);

const wantsMore = ({ offered, demand, out }: JobShare): boolean => !out && offered < demand;

/** It waits, and its share is too small for any of that. */
const isStuck = (share: JobShare): boolean =>
  wantsMore(share) && share.pending.length > 0 && share.pending.every(({ slots }) => slots > share.offered);

/** How much of its share a job holds already. */
function keptWithin(share: JobShare): number {
  return Math.min(share.active - slotsOf(aboveShare(share)), share.offered);
}

function earlier(a: JobShare, b: JobShare): number {
  return compareInstants(a.job.submittedAt, b.job.submittedAt) || (a.job.id < b.job.id ? -1 : 1);
}
