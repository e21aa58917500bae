import type { GetJobsRequest, Job } from '@determined/contract/cluster/job-queue-generated.ts';
import type { getJobsRoute, getJobsV2Route } from '@determined/contract/cluster/job-queue-routes.ts';
import { invalidArgument } from '@determined/contract/errors.ts';
import { defaultPage, pageOf } from '@determined/contract/paging.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { sees } from '../../identity/roles/shared/visible.ts';
import { schedulerSettings } from './shared/queue-view.ts';
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
  const details = await experimentsOf(ctx.db, items);
  return {
    jobs: items.flatMap((job) => {
      const experiment = details.get(job.jobId);
      if (!experiment) return [];
      const full = jobView(job, experiment, ctx);
      return [sees('job', ctx, experiment.workspace_id) ? { full } : { limited: limitedView(full) }];
    }),
    pagination,
  };
}

/** Nothing is looked up for who sees everything. */
async function seenOf(ctx: Context, jobs: Placed[]): Promise<Placed[]> {
  if (sees('job', ctx, null)) return jobs;
  const details = await experimentsOf(ctx.db, jobs);
  return jobs.filter(({ jobId }) => sees('job', ctx, details.get(jobId)?.workspace_id ?? null));
}

/** No ids: order, state, slots and priority are enough to understand the queue. */
function limitedView({ summary, type, resourcePool, isPreemptible, priority, weight, ...slots }: Input<Job>) {
  const { requestedSlots, allocatedSlots } = slots;
  return { summary, type, resourcePool, isPreemptible, priority, weight, requestedSlots, allocatedSlots };
}

type Details = Awaited<ReturnType<typeof readExperiments>>[number];

function readExperiments(db: Db, jobIds: string[]) {
  return db
    .selectFrom('experiments as e')
    .innerJoin('users as u', 'u.id', 'e.owner_id')
    .innerJoin('projects as p', 'p.id', 'e.project_id')
    .select(['e.id', 'e.job_id', 'e.submitted_at', 'e.owner_id', 'e.name', 'e.progress', 'e.priority', 'e.weight'])
    .select(['u.username', 'p.workspace_id'])
    .where('e.job_id', 'in', jobIds)
    .execute();
}

async function experimentsOf(db: Db, jobs: Placed[]): Promise<Map<string, Details>> {
  if (jobs.length === 0) return new Map();
  const rows = await readExperiments(
    db,
    jobs.map(({ jobId }) => jobId),
  );
  return new Map(rows.map((row) => [row.job_id, row]));
}

function jobView(job: Placed, experiment: Details, { master }: Context): Input<Job> {
  const pool = master.config.resource_pools.find(({ pool_name }) => pool_name === job.pool);
  const scheduler = pool?.scheduler ?? master.config.resource_manager.scheduler;
  return {
    summary: { state: `STATE_${job.state}`, jobsAhead: job.jobsAhead },
    type: 'TYPE_EXPERIMENT',
    submissionTime: experiment.submitted_at,
    username: experiment.username,
    userId: experiment.owner_id,
    resourcePool: job.pool,
    isPreemptible: schedulerSettings(master, job.pool).preemption,
    priority: experiment.priority ?? scheduler.default_priority,
    weight: experiment.weight,
    entityId: String(experiment.id),
    jobId: job.jobId,
    requestedSlots: job.requestedSlots,
    allocatedSlots: job.allocatedSlots,
    name: experiment.name,
    progress: experiment.progress ?? 0,
    workspaceId: experiment.workspace_id,
  };
}
