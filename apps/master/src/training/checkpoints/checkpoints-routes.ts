import {
  getCheckpointRoute,
  getExperimentCheckpointsRoute,
  getTrialCheckpointsRoute,
  getTrialMetricsByCheckpointRoute,
  patchCheckpointsRoute,
  postCheckpointMetadataRoute,
  reportCheckpointRoute,
} from '@determined/contract/training/checkpoints-routes.ts';
import { reportTrialSourceInfoRoute } from '@determined/contract/training/trials-routes.ts';
import { raw, type Served, serve } from '#platform/http/serve.ts';
import { changeCheckpointMetadata } from './change-checkpoint-metadata.ts';
import { downloadCheckpoint } from './download-checkpoint.ts';
import { getCheckpoint } from './get-checkpoint.ts';
import { getCheckpointMetrics } from './get-checkpoint-metrics.ts';
import { listExperimentCheckpoints, listTrialCheckpoints } from './list-checkpoints.ts';
import { patchCheckpoints } from './patch-checkpoints.ts';
import { reportCheckpoint } from './report-checkpoint.ts';
import { reportTrialSourceInfo } from './report-trial-source-info.ts';

export const checkpointsRoutes: readonly Served[] = [
  serve(reportCheckpointRoute, reportCheckpoint),
  serve(getCheckpointRoute, getCheckpoint),
  serve(postCheckpointMetadataRoute, changeCheckpointMetadata),
  serve(patchCheckpointsRoute, patchCheckpoints),
  serve(getExperimentCheckpointsRoute, listExperimentCheckpoints),
  serve(getTrialCheckpointsRoute, listTrialCheckpoints),
  serve(getTrialMetricsByCheckpointRoute, getCheckpointMetrics),
  raw('GET', '/checkpoints/:checkpoint_uuid', downloadCheckpoint, {
    permission: 'VIEW_EXPERIMENT_ARTIFACTS',
    on: 'checkpoint',
    by: 'checkpoint_uuid',
  }),
  serve(reportTrialSourceInfoRoute, reportTrialSourceInfo),
];
