import { route, signedIn } from '../route.ts';
import {
  completeTrialSearcherOperationData,
  getCurrentTrialSearcherOperationData,
  getSearcherEventsData,
  postSearcherOperationsData,
} from './search-calls.ts';
import { getBestSearcherValidationMetricData, previewHPSearchData } from './searchers-generated.ts';

export const getBestSearcherValidationMetricRoute = /* @__PURE__ */ route(getBestSearcherValidationMetricData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'experiment', by: 'experimentId' },
  reads: ['metric'],
});
export const previewHPSearchRoute = /* @__PURE__ */ route(previewHPSearchData, { needs: signedIn, reads: [] });

export const getSearcherEventsRoute = /* @__PURE__ */ route(getSearcherEventsData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'experiment', by: 'experimentId' },
  reads: ['experiment', 'trial', 'metric'],
});
export const postSearcherOperationsRoute = /* @__PURE__ */ route(postSearcherOperationsData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'experiment', by: 'experimentId' },
  changes: ['experiment', 'trial'],
});
export const getCurrentTrialSearcherOperationRoute = /* @__PURE__ */ route(getCurrentTrialSearcherOperationData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'trial', by: 'trialId' },
  reads: ['trial'],
});
export const completeTrialSearcherOperationRoute = /* @__PURE__ */ route(completeTrialSearcherOperationData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'trial', by: 'trialId' },
  changes: ['trial'],
});
