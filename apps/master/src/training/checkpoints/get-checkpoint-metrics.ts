import { notFound } from '@determined/contract/errors.ts';
import type { getTrialMetricsByCheckpointRoute } from '@determined/contract/training/checkpoints-routes.ts';
import type { MetricsReport } from '@determined/contract/training/training-messages-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Handler } from '#platform/http/serve.ts';
import { readAllReports } from '../metrics/shared/read-all-reports.ts';
import { pathUuid } from './shared/checkpoint-uuid.ts';

/** Reports of the trials that were started from the checkpoint, or evaluate it. */
export const getCheckpointMetrics: Handler<typeof getTrialMetricsByCheckpointRoute> = async (request, { db }) => {
  const uuid = pathUuid(request.checkpointUuid);
  const known = await db.selectFrom('checkpoints').select('id').where('uuid', '=', uuid).executeTakeFirst();
  if (!known) throw notFound('checkpoint', uuid);
  let sources = db.selectFrom('trial_source_infos').select('trial_id').distinct().where('checkpoint_uuid', '=', uuid);
  const type = request.trialSourceInfoType ?? 'TRIAL_SOURCE_INFO_TYPE_UNSPECIFIED';
  if (type !== 'TRIAL_SOURCE_INFO_TYPE_UNSPECIFIED') sources = sources.where('type', '=', type);
  const metrics: Input<MetricsReport>[] = [];
  for (const { trial_id } of await sources.orderBy('trial_id').execute()) {
    metrics.push(...(await readAllReports(db, trial_id, request.metricGroup ?? '')));
  }
  return { metrics };
};
