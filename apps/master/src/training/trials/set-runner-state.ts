import { notFound } from '@determined/contract/errors.ts';
import type { postTrialRunnerMetadataRoute } from '@determined/contract/training/trials-routes.ts';
import { publish } from '#platform/bus/bus.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { refuseStranger } from '../life/shared/find-trial.ts';
import { trialChanged } from '../life/shared/trial-events.ts';
import { updateTrial } from '../life/shared/trial-store.ts';

/** What the trial says it is doing, for people to read. */
export const setRunnerState: Handler<typeof postTrialRunnerMetadataRoute> = async ({ trialId, metadata }, ctx) => {
  await refuseStranger(ctx, ctx.db, trialId);
  await inTransaction(ctx.db, async (tx) => {
    const trial = await updateTrial(tx, trialId, { runner_state: metadata?.state ?? '' });
    if (!trial) throw notFound('trial', trialId);
    publish(tx, trialChanged, { trialId, experimentId: trial.experiment_id });
  });
  return {};
};
