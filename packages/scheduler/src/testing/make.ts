import type { Agent, AllocationRequest, Assignment, Job, SchedulerSettings } from '../scheduling-types.ts';

/** Short ways for tests to write down a pool and its queue. */
export const settings = (changes: Partial<SchedulerSettings> = {}): SchedulerSettings => ({
  type: 'priority',
  preemption: false,
  fittingPolicy: 'best',
  heterogeneousFits: false,
  ...changes,
});

export function agent(id: string, slots: number, changes: Partial<Agent> = {}): Agent {
  return {
    id,
    enabled: true,
    draining: false,
    slots: Array.from({ length: slots }, (_, slot) => ({ id: slot, enabled: true })),
    maxAuxContainers: 100,
    ...changes,
  };
}

/** `minute` is when the job was submitted. */
export function job(id: string, minute: number, changes: Partial<Job> = {}): Job {
  return { id, priority: 42, submittedAt: instant(minute), weight: 1, maxSlots: null, userVisible: true, ...changes };
}

export function request(
  of: Job,
  slots: number,
  changes: Partial<Omit<AllocationRequest, 'job' | 'slots'>> = {},
): AllocationRequest {
  return {
    id: `${of.id}.1`,
    job: of,
    requestedAt: of.submittedAt,
    slots,
    singleAgent: false,
    preemptible: true,
    blockedAgents: [],
    running: null,
    ...changes,
  };
}

/** The same request, running. */
export function on(
  waiting: AllocationRequest,
  where: Record<string, readonly number[]>,
  how: { backfilled?: boolean; releasing?: boolean } = {},
): AllocationRequest {
  const assignments: Assignment[] = Object.entries(where).map(([agentId, slotIds]) => ({ agentId, slotIds }));
  return { ...waiting, running: { assignments, backfilled: false, releasing: false, ...how } };
}

export function instant(minute: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
}

/** A small generator of numbers, so that every run of a simulation is the same. */
export function seededChance(seed: number): { below(count: number): number; one<T>(choices: readonly T[]): T } {
  let state = seed >>> 0;
  const below = (count: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return Math.floor((((word ^ (word >>> 14)) >>> 0) / 2 ** 32) * count);
  };
  return {
    below,
    one: (choices) => {
      // Cast: the index is always inside.
      return choices[below(choices.length)] as (typeof choices)[number];
    },
  };
}
