import { notFound } from '@determined/contract/errors.ts';
import type { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { isThing } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { wholeConfig } from '../life/shared/whole-config.ts';
import { redactSecrets } from '../shared/config/redact-secrets.ts';
import { detailedExperiment, type JoinedExperiment, joinedExperiments } from './shared/experiment-view.ts';

export const getExperiment: Handler<typeof getExperimentRoute> = async ({ experimentId }, ctx) => {
  const row = await joinedExperiments(ctx.db).where('e.id', '=', experimentId).executeTakeFirst();
  if (!row) throw notFound('experiment', experimentId);
  const own = ctx.session.kind === 'allocation' && isThing(ctx.session.of, 'experiment', experimentId);
  // Its own tasks need the storage's secrets.
  const config = wholeConfig(row);
  const [experiment, jobSummary] = await Promise.all([detailedExperiment(ctx.db, row), summariseJob(ctx.db, row)]);
  return {
    experiment,
    jobSummary,
    // The reply's type is any object.
    config: (own ? config : redactSecrets(config)) as unknown as Record<string, unknown>,
  };
};

/** Its place in its pool's queue while it asks for slots; null when it has no task there. Facts: platform semantics 1.1. */
async function summariseJob(db: Db, row: JoinedExperiment) {
  if (row.state !== 'ACTIVE' || row.allocation_state === null) return null;
  const ahead = await sql<{ jobs: number }>`
    select count(distinct t.job_id) as jobs from allocations a
      join tasks t on t.id = a.task_id join jobs j on j.id = t.job_id, jobs own
    where a.state <> 'TERMINATED' and a.resource_pool = ${row.pool} and own.id = ${row.job_id} and j.id <> own.id
      and (j.priority, j.submitted_at) < (own.priority, own.submitted_at)`.execute(db);
  const state = row.allocation_state === 'PENDING' ? ('STATE_QUEUED' as const) : ('STATE_SCHEDULED' as const);
  return { state, jobsAhead: ahead.rows[0]?.jobs ?? 0 };
}
