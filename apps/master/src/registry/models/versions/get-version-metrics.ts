import type { getTrialMetricsByModelVersionRoute } from '@determined/contract/registry/models-routes.ts';
import type { MetricsReport } from '@determined/contract/training/training-messages-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Handler } from '#platform/http/serve.ts';
import { readAllReports } from '../../../training/metrics/shared/read-all-reports.ts';
import { findModel, modelNotFound } from '../find-model.ts';
import { findVersion } from './version-store.ts';

/** Reports of the trials that were started from the version, or evaluate it. */
export const getModelVersionMetrics: Handler<typeof getTrialMetricsByModelVersionRoute> = async (request, { db }) => {
  const model = await findModel(db, request.modelName);
  if (!model) throw modelNotFound(request.modelName);
  const { version, checkpoint_uuid } = await findVersion(db, model, request.modelVersionNum);
  let sources = db
    .selectFrom('trial_source_infos')
    .select('trial_id')
    .distinct()
    // The number may have been another checkpoint's.
    .where('checkpoint_uuid', '=', checkpoint_uuid)
    .where('model_id', '=', model.id)
    .where('model_version', '=', version);
  const type = request.trialSourceInfoType ?? 'TRIAL_SOURCE_INFO_TYPE_UNSPECIFIED';
  if (type !== 'TRIAL_SOURCE_INFO_TYPE_UNSPECIFIED') sources = sources.where('type', '=', type);
  const metrics: Input<MetricsReport>[] = [];
  for (const { trial_id } of await sources.orderBy('trial_id').execute()) {
    metrics.push(...(await readAllReports(db, trial_id, request.metricGroup ?? '')));
  }
  return { metrics };
};
