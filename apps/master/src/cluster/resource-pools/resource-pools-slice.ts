import type { Slice } from '#platform/slice.ts';
import { resourcePoolsRoutes } from './resource-pools-routes.ts';

export const resourcePoolsSlice: Slice = { routes: resourcePoolsRoutes };
