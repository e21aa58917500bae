import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { reportTrialSourceInfoRoute } from '@determined/contract/training/trials-routes.ts';
import { isTaskSession } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { refuseStranger } from '../life/shared/find-trial.ts';
import { namedUuids } from './shared/checkpoint-uuid.ts';

/** Notes which checkpoint a trial evaluates or was fine-tuned from. */
export const reportTrialSourceInfo: Handler<typeof reportTrialSourceInfoRoute> = async ({ trialSourceInfo }, ctx) => {
  const { db } = ctx;
  if (!trialSourceInfo) throw invalidArgument('trialSourceInfo must be given');
  const { trialId, checkpointUuid, trialSourceInfoType, modelId, modelVersion } = trialSourceInfo;
  const [uuid = ''] = namedUuids([checkpointUuid]);
  const trial = await db.selectFrom('trials').select('id').where('id', '=', trialId).executeTakeFirst();
  if (!trial) throw notFound('trial', trialId);
  if (isTaskSession(ctx.session)) await refuseStranger(ctx, db, trialId);
  const info = { type: trialSourceInfoType, model_id: modelId ?? null, model_version: modelVersion ?? null };
  await db
    .insertInto('trial_source_infos')
    .values({ trial_id: trialId, checkpoint_uuid: uuid, ...info })
    .onConflict((conflict) => conflict.columns(['trial_id', 'checkpoint_uuid']).doUpdateSet(info))
    .execute();
  return { trialId, checkpointUuid: uuid };
};
