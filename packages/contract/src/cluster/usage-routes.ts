import { route } from '../route.ts';
import { resourceAllocationAggregatedData, resourceAllocationRawData } from './usage-generated.ts';

export const resourceAllocationRawRoute = /* @__PURE__ */ route(resourceAllocationRawData, {
  needs: { permission: 'VIEW_CLUSTER_USAGE', on: 'cluster' },
  reads: ['allocation'],
});
export const resourceAllocationAggregatedRoute = /* @__PURE__ */ route(resourceAllocationAggregatedData, {
  needs: { permission: 'VIEW_CLUSTER_USAGE', on: 'cluster' },
  reads: ['allocation'],
});
