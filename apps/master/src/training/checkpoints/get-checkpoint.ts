import { notFound } from '@determined/contract/errors.ts';
import type { getCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { readCheckpoints } from './checkpoint-view.ts';
import { pathUuid } from './shared/checkpoint-uuid.ts';

export const getCheckpoint: Handler<typeof getCheckpointRoute> = async ({ checkpointUuid }, ctx) => {
  const uuid = pathUuid(checkpointUuid);
  const [checkpoint] = await readCheckpoints(ctx.db, [uuid]);
  if (!checkpoint) throw notFound('checkpoint', uuid);
  await ctx.require('checkpoint', uuid);
  return { checkpoint };
};
