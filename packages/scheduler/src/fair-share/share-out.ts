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
  const fixed = ordered.reduce((sum, share) => sum + share.fixed, 0);
  const wanting = ordered.filter(wantsMore);
  const pot: Pot = {
    left: Math.max(capacity - fixed, 0),
    open: wanting.length,
    weight: wanting.reduce((sum, { job }) => sum + job.weight, 0),
    before: new Map(ordered.map((share) => [share, share.fixed])),
  };
  // Who is not stuck once is never so again: offers only grow.
  const latest = ordered.toSorted(earlier);
  const nextStuck = () => {
    for (let share = latest.pop(); share !== undefined; share = latest.pop()) if (isStuck(share)) return share;
    return undefined;
  };
  while (pot.open > 0) {
    if (pot.left > 0) round(ordered, pot);
    else {
      const leaving = nextStuck();
      if (leaving === undefined) break;
      const kept = keptWithin(leaving);
      pot.left += leaving.offered - kept;
      leaving.offered = kept;
      leaving.out = true;
      close(pot, leaving);
    }
  }
  return ordered;
}

/** What is still to be given out, and to whom. */
interface Pot {
  left: number;
  /** Jobs that want more: how many, and their weight. */
  open: number;
  weight: number;
  /** Of what stays with a job in any case the part that is not yet taken off what the rounds offer. */
  before: Map<JobShare, number>;
}

function close(pot: Pot, { job }: JobShare): void {
  pot.open -= 1;
  pot.weight = pot.open === 0 ? 0 : pot.weight - job.weight;
}

function round(ordered: readonly JobShare[], pot: Pot): void {
  const start = pot.left;
  for (const share of ordered) {
    if (pot.left === 0) break;
    if (!wantsMore(share)) continue;
    const byWeight = pot.weight > 0 ? Math.trunc((start * share.job.weight) / pot.weight) : 0;
    const offer = Math.min(Math.max(1, byWeight), pot.left, share.demand - share.offered);
    const fixed = pot.before.get(share) ?? 0;
    pot.before.set(share, Math.max(fixed - offer, 0));
    const more = Math.max(offer - fixed, 0);
    share.offered += more;
    pot.left -= more;
    if (share.offered === share.demand) close(pot, share);
  }
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
