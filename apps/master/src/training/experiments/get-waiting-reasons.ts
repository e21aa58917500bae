import { notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { getWaitingHistoryRoute, getWaitingReasonsRoute } from '@determined/contract/training/ext-routes.ts';
import type { Context } from '#platform/http/context.ts';
import { awayReason, readAgentRows } from '../../cluster/resource-managers/shared/agent-store.ts';

type Route = typeof getWaitingReasonsRoute;

/** Why each part of an experiment waits: for slots, as the scheduler last saw it, or for its machine. */
export async function getWaitingReasons({ params }: ExtRequestOf<Route>, ctx: Context): Promise<ExtReplyOf<Route>> {
  const id = params.experimentId;
  const experiment = await ctx.db.selectFrom('experiments').select('job_id').where('id', '=', id).executeTakeFirst();
  if (!experiment) throw notFound('experiment', id);
  const agents = await readAgentRows(ctx.db);
  const away = agents.filter((agent) => agent.away).map((agent) => agent.id);
  const rows = await ctx.db
    .selectFrom('allocations as a')
    .innerJoin('tasks as t', 't.id', 'a.task_id')
    .leftJoin('trial_tasks as o', 'o.task_id', 't.id')
    .leftJoin('allocation_places as p', (join) =>
      join
        .onRef('p.allocation_id', '=', 'a.id')
        .on('p.state', '<>', 'ENDED')
        .on('p.agent_id', 'in', ['', ...away]),
    )
    .select(['o.trial_id', 'a.waiting_reason', 'p.agent_id'])
    .where('t.job_id', '=', experiment.job_id)
    .where('a.state', '<>', 'TERMINATED')
    .where((eb) => eb.or([eb('a.state', '=', 'PENDING'), eb('p.agent_id', 'is not', null)]))
    .orderBy('o.trial_id')
    .execute();
  const unseen =
    agents.length > 0
      ? 'It was just put into the queue.'
      : 'This cluster has no slots: its master was started without them.';
  return {
    reasons: rows.map(({ trial_id, agent_id, waiting_reason }) => ({
      trialId: trial_id,
      reason: agent_id ? awayReason(agent_id) : waiting_reason || unseen,
    })),
  };
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
