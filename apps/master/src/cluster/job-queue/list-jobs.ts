import type { GetJobsRequest, Job, JobType } from '@determined/contract/cluster/job-queue-generated.ts';
import type { getJobsRoute, getJobsV2Route } from '@determined/contract/cluster/job-queue-routes.ts';
import { invalidArgument } from '@determined/contract/errors.ts';
import { defaultPage, pageOf } from '@determined/contract/paging.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import { schedulerOf } from '#platform/config/master-config.ts';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { sees } from '../../identity/roles/shared/visible.ts';
import { type JobSubject, jobSubjects } from './shared/job-kinds.ts';
import { type JobRow, readJobs } from './shared/job-store.ts';
import { queuesByPool, type VisibleJob } from './shared/queues-by-pool.ts';

/** Jobs of others' workspaces have their place in the queue, and are not told of. */
export const listJobs: Handler<typeof getJobsRoute> = async (request, ctx) => {
  const { jobs, pagination } = await jobPage(request, ctx, true);
  return { jobs: jobs.flatMap(({ full }) => full ?? []), pagination };
};

/** Of jobs that one may not see it is told that they stand there, and what they ask for. */
export const listJobsV2: Handler<typeof getJobsV2Route> = async (request, ctx) => {
  return jobPage(request, ctx, false);
};

type Placed = VisibleJob & { pool: string };

/** The queue of a pool, or of all of them, by place. Facts: platform semantics 4.6. */
async function jobPage(request: GetJobsRequest, ctx: Context, leaveOut: boolean) {
  const { resourcePool, states } = request;
  if (resourcePool !== '' && !ctx.master.config.resource_pools.some(({ pool_name }) => pool_name === resourcePool)) {
    throw invalidArgument(`resourcePool: cannot find resource pool ${resourcePool}`);
  }
  const placed: Placed[] = [];
  for (const [pool, jobs] of await queuesByPool(ctx.master)) {
    if (resourcePool !== '' && resourcePool !== pool) continue;
    for (const job of jobs) {
      if (states.length === 0 || states.includes(`STATE_${job.state}`)) placed.push({ ...job, pool });
    }
  }
  placed.sort((a, b) => a.jobsAhead - b.jobsAhead || (a.jobId < b.jobId ? -1 : 1));
  if (request.orderBy === 'ORDER_BY_DESC') placed.reverse();
  const visibleJobs = leaveOut ? await seenOf(ctx, placed) : placed;
  const { items, pagination } = pageOf(visibleJobs, request, { zero: defaultPage });
  const details = await detailsOf(ctx.db, items);
  return {
    jobs: items.flatMap((job) => {
      const found = details.get(job.jobId);
      if (!found) return [];
      const full = jobView(job, found, ctx);
      return [sees('job', ctx, found.workspaceId) ? { full } : { limited: limitedView(full) }];
    }),
    pagination,
  };
}

/** Nothing is looked up for who sees everything. */
async function seenOf(ctx: Context, jobs: Placed[]): Promise<Placed[]> {
  if (sees('job', ctx, null)) return jobs;
  const details = await detailsOf(ctx.db, jobs);
  return jobs.filter(({ jobId }) => sees('job', ctx, details.get(jobId)?.workspaceId ?? null));
}

/** No ids: order, state, slots and priority are enough to understand the queue. */
function limitedView({ summary, type, resourcePool, isPreemptible, priority, weight, ...slots }: Input<Job>) {
  const { requestedSlots, allocatedSlots } = slots;
  return { summary, type, resourcePool, isPreemptible, priority, weight, requestedSlots, allocatedSlots };
}

type Details = JobRow & JobSubject & { username: string };

async function detailsOf(db: Db, placed: Placed[]): Promise<Map<string, Details>> {
  const jobs = await readJobs(
    db,
    placed.map(({ jobId }) => jobId),
  );
  const subjects = await jobSubjects(db, [...jobs.values()]);
  return new Map(
    [...subjects].flatMap(([id, subject]) => {
      const job = jobs.get(id);
      return job ? [[id, { ...job, ...subject }] as const] : [];
    }),
  );
}

function jobView(job: Placed, details: Details, { master }: Context): Input<Job> {
  const scheduler = schedulerOf(master.config, job.pool);
  return {
    summary: { state: `STATE_${job.state}`, jobsAhead: job.jobsAhead },
    // The table keeps the names of the wire without their prefix.
    type: `TYPE_${details.kind}` as JobType,
    submissionTime: details.submitted_at,
    username: details.username,
    userId: details.owner_id,
    resourcePool: job.pool,
    isPreemptible: details.preemptible && (scheduler.type === 'fair_share' || scheduler.preemption),
    priority: details.priority ?? scheduler.default_priority,
    weight: details.weight,
    entityId: details.of.id,
    jobId: job.jobId,
    requestedSlots: job.requestedSlots,
    allocatedSlots: job.allocatedSlots,
    name: details.name,
    progress: details.progress,
    workspaceId: details.workspaceId,
  };
}
