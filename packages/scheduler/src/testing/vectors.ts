import { jobShares, roomIn } from '../fair-share/fair-share-pass.ts';
import { PoolState } from '../pool-state.ts';
import { arrivalOrder } from '../queue-order.ts';
import { type SchedulingInput, schedule } from '../schedule.ts';
import type { Agent, AllocationRequest, Job } from '../scheduling-types.ts';
import vectors from '../vectors/scheduler.json' with { type: 'json' };

/** One decision of a scheduler of platform 0.38.1, in one pool at one moment. Facts: platform semantics 4.3 to 4.5. */
export interface RecordedCase {
  name: string;
  scheduler: 'priority' | 'fair_share';
  preemption?: boolean;
  fit: 'best' | 'worst';
  heterogeneous?: boolean;
  agents: {
    id: string;
    slots: number;
    aux: number;
    state?: 'disabled' | 'draining' | 'gone';
    off?: number[];
    drainingSlots?: number[];
  }[];
  jobs: { id: string; priority: number; at: number; weight?: number; maxSlots?: number; hidden?: boolean }[];
  requests: {
    id: string;
    job: string;
    slots: number;
    at: number;
    single?: boolean;
    fixed?: boolean;
    blocked?: string[];
    on?: Record<string, number[]>;
  }[];
  order?: string[];
  jobsAhead?: Record<string, number>;
  offers?: { job: string; demand: number; active: number; fixed: number; offered: number; disabled?: boolean }[];
  backfilled?: string[];
  start?: [id: string, places: Record<string, number>][];
  release?: [victim: string, ...unknown[]][];
  hangs?: boolean;
}

// The file's own type is a union of all that stands in it.
export const recordedCases = vectors.cases as unknown as RecordedCase[];

/** What is compared of a decision: places are numbers of slots by agent, `offers` those of fair share. */
export interface Decision {
  start: [id: string, places: [agent: string, slots: number][]][];
  release: string[];
  backfilled: string[];
  offers?: [job: string, offered: number, out: boolean][];
}

const instant = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();

const byName = (places: Record<string, number>) => Object.entries(places).toSorted(([a], [b]) => (a < b ? -1 : 1));

export function poolOf({ scheduler, agents, jobs, requests, preemption, fit, heterogeneous }: RecordedCase) {
  const jobOf = new Map<string, Job>(
    jobs.map(({ id, priority, at, weight = 1, maxSlots = null, hidden }) => [
      id,
      { id, priority, submittedAt: instant(at), weight, maxSlots, userVisible: !hidden },
    ]),
  );
  const asked = requests.map((one): AllocationRequest => {
    const job = jobOf.get(one.job);
    if (!job) throw new Error(`no job ${one.job}`);
    const assignments = Object.entries(one.on ?? {}).map(([agentId, slotIds]) => ({ agentId, slotIds }));
    return {
      id: one.id,
      job,
      requestedAt: instant(one.at),
      slots: one.slots,
      singleAgent: one.single ?? false,
      preemptible: !one.fixed,
      blockedAgents: one.blocked ?? [],
      running: one.on ? { assignments, backfilled: false, releasing: false } : null,
    };
  });
  const input: SchedulingInput = {
    pool: 'default',
    agents: agents
      .filter(({ state }) => state !== 'gone')
      .map(
        ({ id, slots, aux, state, off = [], drainingSlots = [] }): Agent => ({
          id,
          enabled: state !== 'disabled',
          draining: state === 'draining',
          slots: Array.from({ length: slots }, (_, slot) => ({
            id: slot,
            enabled: ![...off, ...drainingSlots].includes(slot),
            draining: drainingSlots.includes(slot),
          })),
          maxAuxContainers: aux,
        }),
      ),
    requests: asked,
    settings: {
      type: scheduler,
      preemption: preemption ?? false,
      fittingPolicy: fit,
      heterogeneousFits: heterogeneous ?? false,
    },
  };
  return input;
}

/** What this scheduler decides. */
export function decide(one: RecordedCase): Decision {
  const input = poolOf(one);
  const { start, preempt } = schedule(input);
  const decision: Decision = {
    start: start.map(({ request, assignments }) => [
      request.id,
      byName(Object.fromEntries(assignments.map(({ agentId, slotIds }) => [agentId, slotIds.length]))),
    ]),
    release: preempt.map(({ request }) => request.id).toSorted(),
    backfilled: start
      .filter(({ backfilled }) => backfilled)
      .map(({ request }) => request.id)
      .toSorted(),
  };
  if (one.scheduler === 'fair_share') {
    const pool = new PoolState(input.agents, input.requests);
    const shares = jobShares(arrivalOrder(input.requests), pool, roomIn(pool, input.settings));
    decision.offers = shares.map(({ job, offered, out }) => [job.id, offered, out]);
  }
  return decision;
}

/** What 0.38.1 decided; nothing where it never came back. */
export function recorded({
  scheduler,
  start = [],
  release = [],
  backfilled = [],
  offers = [],
}: RecordedCase): Decision {
  const decision: Decision = {
    start: start.map(([id, places]) => [id, byName(places)]),
    release: release.map(([victim]) => victim).toSorted(),
    backfilled: backfilled.toSorted(),
  };
  if (scheduler === 'fair_share') {
    decision.offers = offers.map(({ job, offered, disabled }) => [job, offered, disabled ?? false]);
  }
  return decision;
}
