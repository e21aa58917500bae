import type { getWaitingReasonsRoute } from '@determined/contract/cluster/ext-routes.ts';
import { notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { Context } from '#platform/http/context.ts';
import { launcherOf } from '../agents/shared/launcher-of.ts';

type Route = typeof getWaitingReasonsRoute;

/** Why each part of an experiment that waits for slots does so, as the scheduler last saw it. */
export async function getWaitingReasons({ params }: ExtRequestOf<Route>, ctx: Context): Promise<ExtReplyOf<Route>> {
  const id = params.experimentId;
  const experiment = await ctx.db.selectFrom('experiments').select('job_id').where('id', '=', id).executeTakeFirst();
  if (!experiment) throw notFound('experiment', id);
  const rows = await ctx.db
    .selectFrom('allocations as a')
    .innerJoin('tasks as t', 't.id', 'a.task_id')
    .select(['t.trial_id', 'a.waiting_reason'])
    .where('t.job_id', '=', experiment.job_id)
    .where('a.state', '=', 'PENDING')
    .orderBy('t.trial_id')
    .execute();
  const unseen = launcherOf(ctx.master).current
    ? 'It was just put into the queue.'
    : 'This cluster has no slots: its master was started without them.';
  return {
    reasons: rows.map(({ trial_id, waiting_reason }) => ({ trialId: trial_id, reason: waiting_reason || unseen })),
  };
}
