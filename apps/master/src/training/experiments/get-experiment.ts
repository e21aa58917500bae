import { notFound } from '@determined/contract/errors.ts';
import type { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { sql } from 'kysely';
import { withoutIndexLogin } from '#platform/config/format/secrets.ts';
import { schedulerOf } from '#platform/config/master-config.ts';
import { type Context, isThing } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { jobKinds } from '../../cluster/job-queue/shared/job-kinds.ts';
import { wholeConfig } from '../life/shared/whole-config.ts';
import { redactSecrets } from '../shared/config/redact-secrets.ts';
import { detailedExperiment, detailedExperiments, type JoinedExperiment } from './shared/experiment-view.ts';

export const getExperiment: Handler<typeof getExperimentRoute> = async ({ experimentId }, ctx) => {
  const row = await detailedExperiments(ctx.db).where('e.id', '=', experimentId).executeTakeFirst();
  if (!row) throw notFound('experiment', experimentId);
  const own = ctx.session.kind === 'allocation' && isThing(ctx.session.of, 'experiment', experimentId);
  // Its own tasks need the storage's secrets.
  const config = wholeConfig(row);
  const [experiment, jobSummary] = await Promise.all([detailedExperiment(ctx.db, row), summariseJob(ctx, row)]);
  return {
    experiment,
    jobSummary,
    // The reply's type is any object.
    config: (own ? withoutIndexLogin(config) : redactSecrets(config)) as unknown as Record<string, unknown>,
  };
};

/** Its place in its pool's queue while it asks for slots; null when it has no task there. Facts: platform semantics 1.1. */
async function summariseJob({ db, master }: Context, row: JoinedExperiment) {
  if (row.state !== 'ACTIVE' || row.allocation_state === null) return null;
  const state = row.allocation_state === 'PENDING' ? ('STATE_QUEUED' as const) : ('STATE_SCHEDULED' as const);
  const { type, default_priority: usual } = schedulerOf(master.config, row.pool);
  if (type === 'fair_share') return { state, jobsAhead: -1 };
  const hidden = [...jobKinds(db)].flatMap(([name, kind]) => (kind.hidden ? [name] : []));
  const ahead = await sql<{ jobs: number }>`
    select count(distinct t.job_id) as jobs from allocations a
      join tasks t on t.id = a.task_id join jobs j on j.id = t.job_id, jobs own
    where a.state <> 'TERMINATED' and a.resource_pool = ${row.pool} and own.id = ${row.job_id} and j.id <> own.id
      and j.kind <> all (${hidden}::text[])
      and (coalesce(j.priority, ${usual}::integer), j.submitted_at, j.id)
        < (coalesce(own.priority, ${usual}::integer), own.submitted_at, own.id)`.execute(db);
  return { state, jobsAhead: ahead.rows[0]?.jobs ?? 0 };
}
