import { jobsInQueue, type QueuedJob } from '@determined/scheduler/queue-order.ts';
import { schedulerOf } from '#platform/config/master-config.ts';
import type { Master } from '#platform/master.ts';
import { openRequests } from './queue-view.ts';

/** A job that users see has a place in its queue; in one of fair shares they have none, told as -1. */
export type VisibleJob = QueuedJob & { jobsAhead: number };

/** The jobs that users see, in the order of each pool's queue. */
export async function queuesByPool(master: Master): Promise<Map<string, VisibleJob[]>> {
  const pools = Map.groupBy(await openRequests(master), ({ row }) => row.resource_pool);
  return new Map(
    [...pools].map(([pool, requests]) => [
      pool,
      jobsInQueue(
        requests.map(({ request }) => request),
        schedulerOf(master.config, pool).type,
      ).filter((job): job is VisibleJob => job.jobsAhead !== null),
    ]),
  );
}

export interface JobCounts {
  queuedCount: number;
  scheduledCount: number;
}

export function countJobs(jobs: readonly QueuedJob[]): JobCounts {
  const queuedCount = jobs.filter(({ state }) => state === 'QUEUED').length;
  return { queuedCount, scheduledCount: jobs.length - queuedCount };
}
