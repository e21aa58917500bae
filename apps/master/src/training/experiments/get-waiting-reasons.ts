import { notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getWaitingHistoryRoute, getWaitingReasonsRoute } from '@determined/contract/training/ext-routes.ts';
import type { Context } from '#platform/http/context.ts';
import { waitingReasons } from './reasons-of-jobs.ts';

type Route = typeof getWaitingReasonsRoute;

/** Why each part of an experiment waits: for slots, as the scheduler last saw it, or for its machine. */
export async function getWaitingReasons({ params }: ExtRequestOf<Route>, ctx: Context): Promise<ExtReplyOf<Route>> {
  const id = params.experimentId;
  const experiment = await ctx.db.selectFrom('experiments').select('job_id').where('id', '=', id).executeTakeFirst();
  if (!experiment) throw notFound('experiment', id);
  const waiting = await waitingReasons(ctx.db, [experiment.job_id]);
  return { reasons: waiting.map(({ trialId, reason }) => ({ trialId, reason })) };
}

type History = typeof getWaitingHistoryRoute;

/** What parts of an experiment waited for, those that have started too. */
export async function getWaitingHistory({ params }: ExtRequestOf<History>, ctx: Context): Promise<ExtReplyOf<History>> {
  const id = params.experimentId;
  const experiment = await ctx.db.selectFrom('experiments').select('job_id').where('id', '=', id).executeTakeFirst();
  if (!experiment) throw notFound('experiment', id);
  const rows = await ctx.db
    .selectFrom('tasks as t')
    .innerJoin('allocations as a', 'a.task_id', 't.id')
    .innerJoin('waiting_reasons as w', 'w.allocation_id', 'a.id')
    .leftJoin('trial_tasks as o', 'o.task_id', 't.id')
    .select(['w.allocation_id', 'o.trial_id', 'w.at', 'w.kind', 'w.reason'])
    .where('t.job_id', '=', experiment.job_id)
    .orderBy('w.id', 'desc')
    .limit(100)
    .execute();
  return {
    reasons: rows.map(({ allocation_id, trial_id, at, kind, reason }) => {
      return { allocationId: allocation_id, trialId: trial_id, since: at, kind, reason };
    }),
  };
}
