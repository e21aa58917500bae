import type { Slice } from '#platform/slice.ts';
import { groupsRoutes } from './groups-routes.ts';

export const groupsSlice: Slice = { routes: groupsRoutes };
