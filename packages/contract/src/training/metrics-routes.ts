import { route } from '../route.ts';
import {
  compareTrialsData,
  expMetricNamesData,
  getExperimentValidationHistoryData,
  getMetricsData,
  getTrainingMetricsData,
  getValidationMetricsData,
  metricBatchesData,
  reportTrialMetricsData,
  reportTrialTrainingMetricsData,
  reportTrialValidationMetricsData,
  trialsSampleData,
  trialsSnapshotData,
} from './metrics-generated.ts';

export const compareTrialsRoute = /* @__PURE__ */ route(compareTrialsData, {
  needs: {
    checks: [{ kind: 'each', on: 'trial', by: 'trialIds', needs: ['VIEW_EXPERIMENT_ARTIFACTS'], refuses: 'call' }],
  },
  reads: ['metric', 'trial', 'experiment'],
  of: { trial: 'trialIds' },
});
export const getMetricsRoute = /* @__PURE__ */ route(getMetricsData, {
  needs: {
    checks: [{ kind: 'each', on: 'trial', by: 'trialIds', needs: ['VIEW_EXPERIMENT_ARTIFACTS'], refuses: 'call' }],
  },
  reads: ['metric'],
  of: { trial: 'trialIds' },
});
export const getTrainingMetricsRoute = /* @__PURE__ */ route(getTrainingMetricsData, {
  needs: {
    checks: [{ kind: 'each', on: 'trial', by: 'trialIds', needs: ['VIEW_EXPERIMENT_ARTIFACTS'], refuses: 'call' }],
  },
  reads: ['metric'],
  of: { trial: 'trialIds' },
});
export const getValidationMetricsRoute = /* @__PURE__ */ route(getValidationMetricsData, {
  needs: {
    checks: [{ kind: 'each', on: 'trial', by: 'trialIds', needs: ['VIEW_EXPERIMENT_ARTIFACTS'], refuses: 'call' }],
  },
  reads: ['metric'],
  of: { trial: 'trialIds' },
});
export const reportTrialMetricsRoute = /* @__PURE__ */ route(reportTrialMetricsData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'trial', by: 'metrics.trialId' },
  changes: ['metric', 'trial', 'run', 'experiment'],
});
export const reportTrialTrainingMetricsRoute = /* @__PURE__ */ route(reportTrialTrainingMetricsData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'trial', by: 'trainingMetrics.trialId' },
  changes: ['metric', 'trial', 'run', 'experiment'],
});
export const reportTrialValidationMetricsRoute = /* @__PURE__ */ route(reportTrialValidationMetricsData, {
  needs: {
    permission: 'UPDATE_EXPERIMENT',
    on: 'trial',
    by: 'validationMetrics.trialId',
  },
  changes: ['metric', 'trial', 'run', 'experiment'],
});
export const expMetricNamesRoute = /* @__PURE__ */ route(expMetricNamesData, {
  needs: {
    checks: [{ kind: 'each', on: 'experiment', by: 'ids', needs: ['VIEW_EXPERIMENT_ARTIFACTS'], refuses: 'call' }],
  },
  reads: ['metric'],
  of: { experiment: 'ids' },
});
export const metricBatchesRoute = /* @__PURE__ */ route(metricBatchesData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'experiment', by: 'experimentId' },
  reads: ['metric'],
});
export const trialsSnapshotRoute = /* @__PURE__ */ route(trialsSnapshotData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'experiment', by: 'experimentId' },
  reads: ['metric'],
});
export const trialsSampleRoute = /* @__PURE__ */ route(trialsSampleData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'experiment', by: 'experimentId' },
  reads: ['metric'],
});
export const getExperimentValidationHistoryRoute = /* @__PURE__ */ route(getExperimentValidationHistoryData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'experiment', by: 'experimentId' },
  reads: ['metric'],
});
