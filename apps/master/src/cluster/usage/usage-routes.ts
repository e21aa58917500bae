import * as contract from '@determined/contract/cluster/usage-routes.ts';
import { notImplemented, raw, type Served, serve } from '#platform/http/serve.ts';

export const usageRoutes: Served[] = [
  serve(contract.resourceAllocationRawRoute, notImplemented),
  serve(contract.resourceAllocationAggregatedRoute, notImplemented),
  raw('GET', '/resources/allocation/raw', notImplemented, {}),
  raw('GET', '/resources/allocation/allocations-csv', notImplemented, {}),
  raw('GET', '/resources/allocation/aggregated', notImplemented, {}),
];
