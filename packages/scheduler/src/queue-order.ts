import type { AllocationRequest, SchedulerSettings } from './scheduling-types.ts';

export type JobState = 'QUEUED' | 'SCHEDULED' | 'SCHEDULED_BACKFILLED';

export interface QueuedJob {
  jobId: string;
  /** How many jobs that users see come first, running ones included; null where users don't see this one. */
  jobsAhead: number | null;
  state: JobState;
  requestedSlots: number;
  allocatedSlots: number;
}

const stateRank: Record<JobState, number> = { QUEUED: 1, SCHEDULED: 2, SCHEDULED_BACKFILLED: 3 };

/** The one order of a pool's queue: what waits and what runs, the most important first. */
export function queueOrder(requests: readonly AllocationRequest[]): AllocationRequest[] {
  return inOrder(requests, ({ job }) => job.priority);
}

/** The order of a pool that shares its slots fairly: by time, whatever the priority. */
export function arrivalOrder(requests: readonly AllocationRequest[]): AllocationRequest[] {
  return inOrder(requests, () => 0);
}

/** How many user-visible jobs come before each user-visible job. */
export function jobsAhead(requests: readonly AllocationRequest[]): Map<string, number> {
  const ahead = new Map<string, number>();
  for (const { job } of queueOrder(requests)) {
    if (job.userVisible && !ahead.has(job.id)) ahead.set(job.id, ahead.size);
  }
  return ahead;
}

/** The queue by job, in queue order; where slots are shared fairly nobody is ahead of anybody, which is told as -1. */
export function jobsInQueue(
  requests: readonly AllocationRequest[],
  type: SchedulerSettings['type'] = 'priority',
): QueuedJob[] {
  const ahead = jobsAhead(requests);
  const jobs = new Map<string, QueuedJob>();
  for (const request of queueOrder(requests)) {
    const jobId = request.job.id;
    const job = jobs.get(jobId) ?? {
      jobId,
      jobsAhead: type === 'fair_share' && request.job.userVisible ? -1 : (ahead.get(jobId) ?? null),
      state: 'QUEUED',
      requestedSlots: 0,
      allocatedSlots: 0,
    };
    const state = stateOf(request);
    if (stateRank[state] > stateRank[job.state]) job.state = state;
    job.requestedSlots += request.slots;
    if (request.running !== null) job.allocatedSlots += request.slots;
    jobs.set(jobId, job);
  }
  return [...jobs.values()];
}

/** Instants as ISO text in UTC, with any number of digits after the second. */
export function compareInstants(a: string, b: string): number {
  // Of equal length they have as many digits, as nearly all have; a sort of thousands asks this often.
  return a.length === b.length ? compareTexts(a, b) : compareTexts(nanoseconds(a), nanoseconds(b));
}

function nanoseconds(instant: string): string {
  const [seconds = '', fraction = ''] = instant.replace('Z', '').split('.');
  return `${seconds}.${fraction.padEnd(9, '0')}`;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function stateOf({ running }: AllocationRequest): JobState {
  if (running === null) return 'QUEUED';
  return running.backfilled ? 'SCHEDULED_BACKFILLED' : 'SCHEDULED';
}

function inOrder(
  requests: readonly AllocationRequest[],
  levelOf: (request: AllocationRequest) => number,
): AllocationRequest[] {
  return requests.toSorted(
    (a, b) =>
      levelOf(a) - levelOf(b) ||
      compareInstants(a.job.submittedAt, b.job.submittedAt) ||
      compareInstants(a.requestedAt, b.requestedAt) ||
      compareTexts(a.id, b.id),
  );
}
