import { notFound } from '@determined/contract/errors.ts';
import type { postCheckpointMetadataRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { publish } from '#platform/bus/bus.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { checkpointsChanged } from './shared/checkpoint-events.ts';
import { pathUuid } from './shared/checkpoint-uuid.ts';
import { readCheckpoints } from './shared/checkpoint-view.ts';

/** Replaces a checkpoint's metadata as a whole. */
export const changeCheckpointMetadata: Handler<typeof postCheckpointMetadataRoute> = async ({ checkpoint }, { db }) => {
  const uuid = pathUuid(checkpoint?.uuid ?? '');
  await inTransaction(db, async (tx) => {
    const changed = await tx
      .updateTable('checkpoints')
      .set({ metadata: JSON.stringify(checkpoint?.metadata ?? {}) })
      .where('uuid', '=', uuid)
      .returning(['trial_id', 'experiment_id'])
      .executeTakeFirst();
    if (!changed) throw notFound('checkpoint', uuid);
    publish(tx, checkpointsChanged, {
      trialIds: changed.trial_id === null ? [] : [changed.trial_id],
      experimentIds: changed.experiment_id === null ? [] : [changed.experiment_id],
    });
  });
  const [changed] = await readCheckpoints(db, [uuid]);
  return { checkpoint: changed ?? null };
};
