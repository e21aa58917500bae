import { notFound } from '@determined/contract/errors.ts';
import type {
  getTrialRemainingLogRetentionDaysRoute,
  putTrialRetainLogsRoute,
} from '@determined/contract/training/trials-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { retainLogs } from '../../tasks/tasks/shared/task-store.ts';
import { readTrialTasks } from '../life/shared/trial-tasks.ts';
import { keptForever, retentionDays } from './shared/log-retention.ts';
import { logRetentionDays } from './shared/trial-view.ts';

const dayMs = 86_400_000;

/** Of this trial alone. Facts: platform semantics 7.4. */
export const retainTrialLogs: Handler<typeof putTrialRetainLogsRoute> = async ({ trialId, numDays }, { db }) => {
  const days = retentionDays(numDays);
  const trial = await db.selectFrom('trials').select('id').where('id', '=', trialId).executeTakeFirst();
  if (!trial) throw notFound('trial', trialId);
  await retainLogs(db, await readTrialTasks(db, trialId), days);
  return {};
};

/** Days until its first logs go; -1 when they stay, absent while none of its tasks has ended. */
export const getRemainingLogDays: Handler<typeof getTrialRemainingLogRetentionDaysRoute> = async ({ id }, ctx) => {
  const trial = await ctx.db
    .selectFrom('trials as t')
    .select(logRetentionDays.as('log_retention_days'))
    .select((eb) =>
      eb
        .selectFrom('tasks as k')
        .innerJoin('trial_tasks as o', 'o.task_id', 'k.id')
        .select(({ fn }) => fn.min('k.end_time').as('ended'))
        .whereRef('o.trial_id', '=', 't.id')
        .as('ended'),
    )
    .where('t.id', '=', id)
    .executeTakeFirst();
  if (!trial) throw notFound('trial', id);
  const days = trial.log_retention_days ?? ctx.master.config.retention_policy.log_retention_days ?? keptForever;
  if (days === keptForever) return { remainingDays: keptForever };
  if (trial.ended === null) return {};
  const left = Date.parse(trial.ended) + days * dayMs - ctx.master.clock.now().getTime();
  return { remainingDays: Math.max(0, Math.floor(left / dayMs)) };
};
