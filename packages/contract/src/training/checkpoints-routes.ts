import { route } from '../route.ts';
import {
  checkpointsRemoveFilesData,
  deleteCheckpointsData,
  getCheckpointData,
  getExperimentCheckpointsData,
  getTrialCheckpointsData,
  getTrialMetricsByCheckpointData,
  patchCheckpointsData,
  postCheckpointMetadataData,
  reportCheckpointData,
} from './checkpoints-generated.ts';

export const getExperimentCheckpointsRoute = /* @__PURE__ */ route(getExperimentCheckpointsData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'experiment', by: 'id' },
  reads: ['checkpoint', 'modelVersion'],
});
export const getTrialCheckpointsRoute = /* @__PURE__ */ route(getTrialCheckpointsData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'trial', by: 'id' },
  reads: ['checkpoint', 'modelVersion'],
});
// The trial's own session, or UPDATE_EXPERIMENT on the trial of the task named.
export const reportCheckpointRoute = /* @__PURE__ */ route(reportCheckpointData, {
  needs: { ownSession: true, more: true },
  changes: ['checkpoint', 'trial', 'run', 'experiment'],
});
// VIEW_EXPERIMENT_ARTIFACTS on the checkpoint, or VIEW_MODEL_REGISTRY on a model that has it as a version.
export const getCheckpointRoute = /* @__PURE__ */ route(getCheckpointData, {
  needs: { more: true },
  reads: ['checkpoint', 'modelVersion'],
});
export const postCheckpointMetadataRoute = /* @__PURE__ */ route(postCheckpointMetadataData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'checkpoint', by: 'checkpoint.uuid' },
  changes: ['checkpoint'],
});
// UPDATE_EXPERIMENT on every checkpoint named.
export const checkpointsRemoveFilesRoute = /* @__PURE__ */ route(checkpointsRemoveFilesData, {
  needs: { more: true },
  changes: ['checkpoint', 'trial', 'experiment'],
});
// UPDATE_EXPERIMENT on every checkpoint named.
export const patchCheckpointsRoute = /* @__PURE__ */ route(patchCheckpointsData, {
  needs: { ownSession: true, more: true },
  changes: ['checkpoint', 'trial', 'experiment'],
});
// UPDATE_EXPERIMENT on every checkpoint named.
export const deleteCheckpointsRoute = /* @__PURE__ */ route(deleteCheckpointsData, {
  needs: { more: true },
  changes: ['checkpoint', 'trial', 'experiment'],
});
export const getTrialMetricsByCheckpointRoute = /* @__PURE__ */ route(getTrialMetricsByCheckpointData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'checkpoint', by: 'checkpointUuid' },
  reads: ['metric', 'checkpoint'],
});
