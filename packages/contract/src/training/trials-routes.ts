import { route } from '../route.ts';
import {
  createTrialData,
  getExperimentTrialsData,
  getTrialByExternalIDData,
  getTrialData,
  getTrialRemainingLogRetentionDaysData,
  getTrialWorkloadsData,
  killTrialData,
  patchTrialData,
  postTrialRunnerMetadataData,
  putTrialData,
  putTrialRetainLogsData,
  reportTrialProgressData,
  reportTrialSearcherEarlyExitData,
  reportTrialSourceInfoData,
  startTrialData,
  trialLogsData,
  trialLogsFieldsData,
} from './trials-generated.ts';

export const getExperimentTrialsRoute = /* @__PURE__ */ route(getExperimentTrialsData, {
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'experiment', by: 'experimentId' },
  reads: ['trial', 'metric', 'checkpoint'],
});
export const getTrialRemainingLogRetentionDaysRoute = /* @__PURE__ */ route(getTrialRemainingLogRetentionDaysData, {
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'trial', by: 'id' },
  reads: ['trial'],
});
export const reportTrialSourceInfoRoute = /* @__PURE__ */ route(reportTrialSourceInfoData, {
  needs: {
    checks: [
      { kind: 'also', on: 'trial', by: 'trialSourceInfo.trialId', needs: ['UPDATE_EXPERIMENT'] },
      { kind: 'also', on: 'checkpoint', by: 'trialSourceInfo.checkpointUuid', needs: ['VIEW_EXPERIMENT_ARTIFACTS'] },
      { kind: 'also', on: 'model', by: 'trialSourceInfo.modelId', needs: ['VIEW_MODEL_REGISTRY'], asked: 'handler' },
    ],
  },
  changes: ['trial'],
});
export const createTrialRoute = /* @__PURE__ */ route(createTrialData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'experiment', by: 'experimentId' },
  changes: ['trial', 'run', 'experiment'],
});
export const putTrialRoute = /* @__PURE__ */ route(putTrialData, {
  needs: {
    checks: [{ kind: 'also', on: 'experiment', by: 'createTrialRequest.experimentId', needs: ['UPDATE_EXPERIMENT'] }],
  },
  changes: ['trial', 'run', 'experiment'],
});
export const patchTrialRoute = /* @__PURE__ */ route(patchTrialData, {
  needs: { permission: 'UPDATE_EXPERIMENT_METADATA', on: 'trial', by: 'trialId' },
  changes: ['trial', 'run', 'experiment'],
});
export const startTrialRoute = /* @__PURE__ */ route(startTrialData, {
  needs: { permission: 'UPDATE_EXPERIMENT_METADATA', on: 'trial', by: 'trialId' },
  changes: ['trial', 'run', 'experiment'],
});
export const getTrialRoute = /* @__PURE__ */ route(getTrialData, {
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'trial', by: 'trialId' },
  reads: ['trial', 'metric', 'checkpoint'],
});
export const getTrialByExternalIDRoute = /* @__PURE__ */ route(getTrialByExternalIDData, {
  needs: {
    checks: [
      { kind: 'also', on: 'trial', by: 'externalTrialId', needs: ['VIEW_EXPERIMENT_METADATA'], asked: 'handler' },
    ],
  },
  reads: ['trial', 'metric', 'checkpoint'],
});
export const getTrialWorkloadsRoute = /* @__PURE__ */ route(getTrialWorkloadsData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'trial', by: 'trialId' },
  reads: ['metric', 'checkpoint'],
});
export const killTrialRoute = /* @__PURE__ */ route(killTrialData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'trial', by: 'id' },
  changes: ['trial', 'run', 'experiment'],
});
export const putTrialRetainLogsRoute = /* @__PURE__ */ route(putTrialRetainLogsData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'trial', by: 'trialId' },
  changes: ['trial', 'run'],
});
export const reportTrialSearcherEarlyExitRoute = /* @__PURE__ */ route(reportTrialSearcherEarlyExitData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'trial', by: 'trialId' },
  changes: ['trial', 'run'],
});
export const reportTrialProgressRoute = /* @__PURE__ */ route(reportTrialProgressData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'trial', by: 'trialId' },
  changes: ['trial', 'run', 'experiment'],
});
export const postTrialRunnerMetadataRoute = /* @__PURE__ */ route(postTrialRunnerMetadataData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'trial', by: 'trialId' },
  changes: ['trial'],
});
export const trialLogsRoute = /* @__PURE__ */ route(trialLogsData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'trial', by: 'trialId' },
  reads: ['log'],
});
export const trialLogsFieldsRoute = /* @__PURE__ */ route(trialLogsFieldsData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'trial', by: 'trialId' },
  reads: ['log'],
});
