import { route } from '../route.ts';
import {
  getTrialProfilerAvailableSeriesData,
  getTrialProfilerMetricsData,
  postTrialProfilerMetricsBatchData,
} from './profiler-generated.ts';

export const getTrialProfilerMetricsRoute = /* @__PURE__ */ route(getTrialProfilerMetricsData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'trial', by: 'labels.trialId' },
  reads: ['metric'],
});
export const getTrialProfilerAvailableSeriesRoute = /* @__PURE__ */ route(getTrialProfilerAvailableSeriesData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'trial', by: 'trialId' },
  reads: ['metric'],
});
export const postTrialProfilerMetricsBatchRoute = /* @__PURE__ */ route(postTrialProfilerMetricsBatchData, {
  needs: {
    checks: [
      { kind: 'each', on: 'trial', by: 'batches.labels.trialId', needs: ['UPDATE_EXPERIMENT'], refuses: 'call' },
    ],
  },
  changes: ['metric'],
});
