import type { QueueControl } from '@determined/contract/cluster/job-queue-generated.ts';
import type { updateJobQueueRoute } from '@determined/contract/cluster/job-queue-routes.ts';
import { ApiError, invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { type JobChange, jobKinds } from './shared/job-kinds.ts';
import { readJobs } from './shared/job-store.ts';

/** Every change is tried; what failed is told together. Facts: platform semantics 4.6. */
export const updateJobQueue: Handler<typeof updateJobQueueRoute> = async ({ updates }, ctx) => {
  const failures: ApiError[] = [];
  for (const update of updates) {
    try {
      await changeJob(ctx, update);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failures.push(error);
    }
  }
  const [first, ...more] = failures;
  if (first && more.length === 0) throw first;
  if (first) {
    throw invalidArgument(`encountered the following errors: ${failures.map(({ message }) => message).join(', ')}`);
  }
  return {};
};

async function changeJob(ctx: Context, update: QueueControl): Promise<void> {
  const change = changeOf(update);
  const job = (await readJobs(ctx.db, [update.jobId])).get(update.jobId);
  const kind = job && jobKinds(ctx.db).get(job.kind);
  if (!(await kind?.change(ctx.db, update.jobId, change, ctx.user.id))) throw notFound('job', update.jobId);
}

function changeOf({ priority, weight, resourcePool, aheadOf, behindOf }: QueueControl): JobChange {
  for (const [name, value] of Object.entries({ aheadOf, behindOf })) {
    if (value === undefined) continue;
    throw invalidArgument(`unexpected action: ${name}: a job's place follows from its priority and its time`);
  }
  if (priority !== undefined) {
    if (priority < 1 || priority > 99) throw invalidArgument('priority must be between 1 and 99');
    return { priority };
  }
  if (weight !== undefined) {
    if (!(weight > 0 && Number.isFinite(weight))) throw invalidArgument('weight must be above 0');
    return { weight };
  }
  if (resourcePool !== undefined) return { resourcePool };
  throw invalidArgument('unexpected action: a job changes its priority, weight or resource pool');
}
