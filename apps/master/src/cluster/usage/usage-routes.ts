import * as contract from '@determined/contract/cluster/usage-routes.ts';
import { notImplemented, raw, type Served, serve } from '#platform/http/serve.ts';

export const usageRoutes: Served[] = [
  serve(contract.resourceAllocationRawRoute, notImplemented),
  serve(contract.resourceAllocationAggregatedRoute, notImplemented),
  raw('GET', '/resources/allocation/raw', notImplemented, contract.resourceAllocationRawRoute.needs),
  raw('GET', '/resources/allocation/allocations-csv', notImplemented, contract.resourceAllocationRawRoute.needs),
  raw('GET', '/resources/allocation/aggregated', notImplemented, contract.resourceAllocationAggregatedRoute.needs),
];
