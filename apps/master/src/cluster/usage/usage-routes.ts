import * as contract from '@determined/contract/cluster/usage-routes.ts';
import { notImplemented, type Served, serve } from '#platform/http/serve.ts';

export const usageRoutes: Served[] = [
  serve(contract.resourceAllocationRawRoute, notImplemented),
  serve(contract.resourceAllocationAggregatedRoute, notImplemented),
];
