import { invalidArgument } from '@determined/contract/errors.ts';
import type { reportTrialProgressRoute } from '@determined/contract/training/trials-routes.ts';
import { publish } from '#platform/bus/bus.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { experimentProgressed } from '../life/shared/experiment-events.ts';
import { trialProgressed } from '../life/shared/experiment-life.ts';
import { storeProgress } from '../life/shared/experiment-store.ts';
import { lockTrial, refuseStranger } from '../life/shared/find-trial.ts';
import { updateTrial } from '../life/shared/trial-store.ts';

/** How far a trial is, 0 to 1. A managed experiment's progress is what its searcher makes of it. */
export const reportProgress: Handler<typeof reportTrialProgressRoute> = async ({ trialId, progress }, ctx) => {
  if (!Number.isFinite(progress)) throw invalidArgument('progress must be a finite number');
  await refuseStranger(ctx, ctx.db, trialId);
  await inTransaction(ctx.db, async (tx) => {
    const { trial, experiment } = await lockTrial(tx, trialId);
    await updateTrial(tx, trialId, { progress });
    if (experiment.unmanaged) {
      await storeProgress(tx, experiment.id, progress);
    } else if (trial.request_id !== null) {
      await trialProgressed(ctx.master, tx, experiment);
    }
    publish(tx, experimentProgressed, { experimentId: experiment.id });
  });
  return {};
};
