import { notFound } from '@determined/contract/errors.ts';
import type {
  getTrialRemainingLogRetentionDaysRoute,
  putTrialRetainLogsRoute,
} from '@determined/contract/training/trials-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { updateTrial } from '../life/shared/trial-store.ts';
import { keptForever, retentionDays } from './shared/log-retention.ts';

const dayMs = 86_400_000;

/** Of this trial alone. Facts: platform semantics 7.4. */
export const retainTrialLogs: Handler<typeof putTrialRetainLogsRoute> = async ({ trialId, numDays }, { db }) => {
  const row = await updateTrial(db, trialId, { log_retention_days: retentionDays(numDays) });
  if (!row) throw notFound('trial', trialId);
  return {};
};

/** Days until its first logs go; -1 when they stay, absent while none of its tasks has ended. */
export const getRemainingLogDays: Handler<typeof getTrialRemainingLogRetentionDaysRoute> = async ({ id }, ctx) => {
  const trial = await ctx.db
    .selectFrom('trials as t')
    .select('t.log_retention_days')
    .select((eb) =>
      eb
        .selectFrom('tasks as k')
        .select(({ fn }) => fn.min('k.end_time').as('ended'))
        .whereRef('k.trial_id', '=', 't.id')
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
