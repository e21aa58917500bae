import type { Slice } from '#platform/slice.ts';
import { configPoliciesRoutes } from './config-policies-routes.ts';

export const configPoliciesSlice: Slice = { routes: configPoliciesRoutes };
