import { notFound } from '@determined/contract/errors.ts';
import type { getCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { pathUuid } from './shared/checkpoint-uuid.ts';
import { readCheckpoints } from './shared/checkpoint-view.ts';
import { requireCheckpoint } from './shared/kept-checkpoints.ts';

export const getCheckpoint: Handler<typeof getCheckpointRoute> = async ({ checkpointUuid }, ctx) => {
  const uuid = pathUuid(checkpointUuid);
  const [checkpoint] = await readCheckpoints(ctx.db, [uuid]);
  if (!checkpoint) throw notFound('checkpoint', uuid);
  await requireCheckpoint(ctx, uuid);
  return { checkpoint };
};
