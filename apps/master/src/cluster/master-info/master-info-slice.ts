import type { Slice } from '#platform/slice.ts';
import { masterInfoRoutes } from './master-info-routes.ts';
import { measureRequests } from './prometheus-metrics.ts';

export const masterInfoSlice: Slice = {
  routes: masterInfoRoutes,
  serve: ({ master, server }) => measureRequests(master, server),
};
