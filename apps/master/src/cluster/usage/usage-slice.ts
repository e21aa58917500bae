import type { Slice } from '#platform/slice.ts';
import { usageRoutes } from './usage-routes.ts';

export const usageSlice: Slice = { routes: usageRoutes };
