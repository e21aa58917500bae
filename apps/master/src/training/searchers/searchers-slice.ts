import type { Slice } from '#platform/slice.ts';
import { searchersRoutes } from './searchers-routes.ts';

export const searchersSlice: Slice = { routes: searchersRoutes };
