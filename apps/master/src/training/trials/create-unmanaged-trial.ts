import { randomUUID } from 'node:crypto';
import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { CreateTrialRequest } from '@determined/contract/training/trials-generated.ts';
import type { createTrialRoute, putTrialRoute } from '@determined/contract/training/trials-routes.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { type ExperimentRow, lockExperiment } from '../life/shared/experiment-state.ts';
import { catalogueSampled } from '../life/shared/hyperparameter-names.ts';
import { insertTrials } from '../life/shared/insert-trials.ts';
import { updateTrial } from '../life/shared/trial-store.ts';
import { shownTrial } from './get-trial.ts';

/** A trial that runs somewhere else and only reports here. Facts: platform semantics 1.8. */
export const createTrial: Handler<typeof createTrialRoute> = async (request, ctx) => {
  const id = await inTransaction(ctx.db, async (tx) => {
    const experiment = await findExperiment(tx, request);
    return addTrial(ctx, tx, experiment, request, null);
  });
  return { trial: await shownTrial(ctx, id) };
};

/** The same under the client's own name for it; one that is there gets the new hyperparameters. */
export const putTrial: Handler<typeof putTrialRoute> = async (request, ctx) => {
  const asked = request.createTrialRequest;
  const externalId = request.externalTrialId;
  if (!asked) throw invalidArgument('createTrialRequest must be given');
  if (externalId.trim() === '') throw invalidArgument('externalTrialId must not be blank');
  const id = await inTransaction(ctx.db, async (tx) => {
    const experiment = await findExperiment(tx, asked);
    const known = await tx
      .selectFrom('trials')
      .select('id')
      .where('experiment_id', '=', experiment.id)
      .where('external_id', '=', externalId)
      .executeTakeFirst();
    if (!known) return addTrial(ctx, tx, experiment, asked, externalId);
    await updateTrial(tx, known.id, { hparams: JSON.stringify(asked.hparams ?? {}) });
    await catalogueSampled(tx, experiment, [asked.hparams ?? {}]);
    return known.id;
  });
  return { trial: await shownTrial(ctx, id) };
};

/** Locked, so that two processes of one detached job make one trial. */
async function findExperiment(tx: Tx, { experimentId, unmanaged }: CreateTrialRequest): Promise<ExperimentRow> {
  if (!unmanaged) throw invalidArgument('only unmanaged trials are supported');
  const experiment = await lockExperiment(tx, experimentId);
  if (!experiment) throw notFound('experiment', experimentId);
  if (!experiment.unmanaged) throw invalidArgument('trials can only be created on unmanaged experiments');
  return experiment;
}

/** Nothing is started for it; its task is there for the logs. */
async function addTrial(
  ctx: Context,
  tx: Tx,
  experiment: ExperimentRow,
  request: CreateTrialRequest,
  externalId: string | null,
): Promise<number> {
  const own = {
    external_id: externalId,
    start_time: ctx.master.clock.now().toISOString(),
  };
  const [trial] = await insertTrials(tx, experiment, [
    { own, hparams: request.hparams ?? {}, taskName: externalId ?? randomUUID(), logRetentionDays: null },
  ]);
  if (!trial) throw new Error('a trial that was inserted was not returned');
  return trial.id;
}
