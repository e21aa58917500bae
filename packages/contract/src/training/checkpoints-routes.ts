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
export const reportCheckpointRoute = /* @__PURE__ */ route(reportCheckpointData, {
  needs: {
    checks: [{ kind: 'also', on: 'task', by: 'checkpoint.taskId', needs: ['UPDATE_EXPERIMENT'] }],
  },
  changes: ['checkpoint', 'trial', 'run', 'experiment'],
});
// Or VIEW_MODEL_REGISTRY on a model that has it as a version.
export const getCheckpointRoute = /* @__PURE__ */ route(getCheckpointData, {
  needs: {
    checks: [
      { kind: 'also', on: 'checkpoint', by: 'checkpointUuid', needs: ['VIEW_EXPERIMENT_ARTIFACTS'], asked: 'handler' },
    ],
  },
  reads: ['checkpoint', 'modelVersion'],
});
export const postCheckpointMetadataRoute = /* @__PURE__ */ route(postCheckpointMetadataData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'checkpoint', by: 'checkpoint.uuid' },
  changes: ['checkpoint'],
});
export const checkpointsRemoveFilesRoute = /* @__PURE__ */ route(checkpointsRemoveFilesData, {
  needs: {
    checks: [{ kind: 'each', on: 'checkpoint', by: 'checkpointUuids', needs: ['UPDATE_EXPERIMENT'], refuses: 'call' }],
  },
  changes: ['checkpoint', 'trial', 'experiment'],
});
export const patchCheckpointsRoute = /* @__PURE__ */ route(patchCheckpointsData, {
  needs: {
    checks: [{ kind: 'each', on: 'checkpoint', by: 'checkpoints.uuid', needs: ['UPDATE_EXPERIMENT'], refuses: 'call' }],
  },
  changes: ['checkpoint', 'trial', 'experiment'],
});
export const deleteCheckpointsRoute = /* @__PURE__ */ route(deleteCheckpointsData, {
  needs: {
    checks: [{ kind: 'each', on: 'checkpoint', by: 'checkpointUuids', needs: ['UPDATE_EXPERIMENT'], refuses: 'call' }],
  },
  changes: ['checkpoint', 'trial', 'experiment'],
});
export const getTrialMetricsByCheckpointRoute = /* @__PURE__ */ route(getTrialMetricsByCheckpointData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'checkpoint', by: 'checkpointUuid' },
  reads: ['metric', 'checkpoint'],
});
