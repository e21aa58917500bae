import { route, signedIn } from '../route.ts';
import { getBestSearcherValidationMetricData, previewHPSearchData } from './searchers-generated.ts';

export const getBestSearcherValidationMetricRoute = /* @__PURE__ */ route(getBestSearcherValidationMetricData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'experiment', by: 'experimentId' },
  reads: ['metric'],
});
export const previewHPSearchRoute = /* @__PURE__ */ route(previewHPSearchData, { needs: signedIn, reads: [] });
