import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getOwnExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import type { Context } from '#platform/http/context.ts';
import { askedColumns, readExperimentRows } from '../columns/shared/experiment-rows.ts';
import { findOwnExperiments, type OwnExperiment } from './own-experiments.ts';
import { failureReasons, waitingReasons } from './reasons-of-jobs.ts';

const usualRows = 10;
const mostRows = 100;

/** The caller's own experiments by what they want of him, as Home shows them. */
export async function getOwnExperimentRows(
  { query }: ExtRequestOf<typeof getOwnExperimentRowsRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof getOwnExperimentRowsRoute>> {
  const { db } = ctx;
  const columns = askedColumns(query.columns);
  const limit = Math.min(query.limit ?? usualRows, mostRows);
  const asked = { limit, since: query.since ?? 'infinity' };
  const { total, active, running, completed, errored, found } = await findOwnExperiments(ctx, asked);
  const rows = await readExperimentRows(
    db,
    found.map(({ id }) => id),
    columns,
  );
  const queued = new Set(rows.filter(({ state }) => state === 'STATE_QUEUED').map(({ id }) => id));
  const jobsOf = (those: readonly OwnExperiment[]) => those.map(({ job_id }) => job_id);
  const [waiting, failures] = await Promise.all([
    waitingReasons(db, jobsOf(found.filter(({ id }) => queued.has(id)))),
    failureReasons(db, jobsOf(found.filter(({ kind }) => kind === 'failed'))),
  ]);
  const experimentOf = new Map(found.map(({ id, job_id }) => [job_id, id]));
  return {
    total: total ?? 0,
    active,
    running,
    completed,
    errored,
    rows,
    reasons: [...waiting, ...failures].map(({ jobId, trialId, reason }) => {
      return { experimentId: experimentOf.get(jobId) ?? 0, trialId, reason };
    }),
  };
}
