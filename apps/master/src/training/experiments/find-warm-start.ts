import { ApiError, invalidArgument } from '@determined/contract/errors.ts';
import type { Context } from '#platform/http/context.ts';
import { latestCheckpoint } from '../checkpoints/shared/best-checkpoint.ts';
import type { ExperimentConfig } from '../shared/config/experiment-config-format.ts';

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The checkpoint that the configuration says to start from: one by its uuid, or the latest of another trial. */
export async function findWarmStart(ctx: Context, config: ExperimentConfig): Promise<string | null> {
  const { source_trial_id: trialId, source_checkpoint_uuid: uuid } = config.searcher;
  const { db } = ctx;
  const refuse = (text: string) => invalidArgument(`failed to create experiment: ${text}`);
  // One that may not be seen is as unknown as one that is not there.
  const orUnknown = async (found: string, text: string) => {
    await ctx.require('checkpoint', found).catch((error) => {
      throw error instanceof ApiError && error.code === 'NotFound' ? refuse(text) : error;
    });
    return found;
  };
  if (trialId !== null && trialId !== undefined) {
    const latest = await latestCheckpoint(db, trialId);
    const none = `no checkpoint found for source trial ${trialId}`;
    if (!latest) throw refuse(none);
    return orUnknown(latest.uuid, none);
  }
  if (uuid === null || uuid === undefined) return null;
  if (!uuidForm.test(uuid)) throw refuse(`invalid source checkpoint UUID: ${uuid}`);
  const found = await db.selectFrom('checkpoints').select('uuid').where('uuid', '=', uuid).executeTakeFirst();
  const none = `no checkpoint found with UUID ${uuid}`;
  if (!found) throw refuse(none);
  return orUnknown(found.uuid, none);
}
