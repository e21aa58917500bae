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
} from './trials-generated.ts';

export const getExperimentTrialsRoute = /* @__PURE__ */ route(getExperimentTrialsData, {
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'experiment', by: 'experimentId' },
  reads: ['trial', 'metric', 'checkpoint'],
});
export const getTrialRemainingLogRetentionDaysRoute = /* @__PURE__ */ route(getTrialRemainingLogRetentionDaysData, {
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'trial', by: 'id' },
  reads: ['trial'],
});
// UPDATE_EXPERIMENT on the trial, and rights to view the checkpoint or model version.
export const reportTrialSourceInfoRoute = /* @__PURE__ */ route(reportTrialSourceInfoData, {
  needs: { ownSession: true, more: true },
  changes: ['trial'],
});
export const createTrialRoute = /* @__PURE__ */ route(createTrialData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'experiment', by: 'experimentId' },
  changes: ['trial', 'run', 'experiment'],
});
// UPDATE_EXPERIMENT on the experiment of the trial that is made.
export const putTrialRoute = /* @__PURE__ */ route(putTrialData, {
  needs: { more: true },
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
// VIEW_EXPERIMENT_METADATA on the trial with that external id.
export const getTrialByExternalIDRoute = /* @__PURE__ */ route(getTrialByExternalIDData, {
  needs: { more: true },
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
// People only for unmanaged trials.
export const reportTrialSearcherEarlyExitRoute = /* @__PURE__ */ route(reportTrialSearcherEarlyExitData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'trial', by: 'trialId', ownSession: true, more: true },
  changes: ['trial', 'run'],
});
// People only for unmanaged trials.
export const reportTrialProgressRoute = /* @__PURE__ */ route(reportTrialProgressData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'trial', by: 'trialId', ownSession: true, more: true },
  changes: ['trial', 'run', 'experiment'],
});
// People only for unmanaged trials.
export const postTrialRunnerMetadataRoute = /* @__PURE__ */ route(postTrialRunnerMetadataData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'trial', by: 'trialId', ownSession: true, more: true },
  changes: ['trial'],
});
