import { notFound } from '@determined/contract/errors.ts';
import { orRefuse } from '@determined/contract/rule.ts';
import { killTrialRule } from '@determined/contract/training/trial-rules.ts';
import type { killTrialRoute } from '@determined/contract/training/trials-routes.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { isEndedExperimentState } from '../life/shared/experiment-state.ts';
import { lockTrial } from '../life/shared/find-trial.ts';
import { transitionTrials } from '../life/shared/trial-life.ts';

export const killTrial: Handler<typeof killTrialRoute> = async ({ id }, ctx) => {
  await inTransaction(ctx.db, (tx) => killOne(ctx, tx, id));
  return {};
};

/** Without a live experiment there is nobody to kill it; then the experiment is what is missing. */
async function killOne(ctx: Context, tx: Tx, id: number): Promise<void> {
  const { trial, experiment } = await lockTrial(tx, id);
  const experimentIsLive = !experiment.unmanaged && !isEndedExperimentState(experiment.state);
  if (!experimentIsLive) throw notFound('experiment', experiment.id);
  const to = orRefuse(killTrialRule({ id, state: `STATE_${trial.state}`, experimentIsLive }));
  if (to === undefined) return;
  await transitionTrials(ctx.master, tx, [trial], {
    to: 'STOPPING_KILLED',
    reason: 'user requested kill',
    userId: ctx.user.id,
  });
}
