import type { Slice } from '#platform/slice.ts';
import { followLogSettings } from './master-config.ts';
import { masterInfoRoutes } from './master-info-routes.ts';
import { measureRequests } from './prometheus-metrics.ts';

export const masterInfoSlice: Slice = {
  routes: masterInfoRoutes,
  setUp: followLogSettings,
  serve: ({ master, server }) => measureRequests(master, server),
};
