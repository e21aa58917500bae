import { notFound } from '@determined/contract/errors.ts';
import type { deleteTensorboardFilesRoute } from '@determined/contract/tasks/interactive-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { lockExperiment } from '../life/shared/experiment-state.ts';
import { requestGc } from './shared/request-gc.ts';

/** A task deletes the experiment's TensorBoard files; nothing else of it changes. */
export const deleteTensorboardFiles: Handler<typeof deleteTensorboardFilesRoute> = async ({ experimentId }, ctx) =>
  inTransaction(ctx.db, async (tx) => {
    const experiment = await lockExperiment(tx, experimentId);
    if (!experiment) throw notFound('experiment', experimentId);
    await requestGc(ctx.master, tx, experimentId, {
      purpose: 'tensorboard',
      uuids: [],
      globs: [],
      tensorboards: true,
      userId: ctx.user.id,
    });
    return {};
  });
