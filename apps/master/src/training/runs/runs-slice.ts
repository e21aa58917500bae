import './run-tables.ts';
import type { Slice } from '#platform/slice.ts';
import { runsRoutes } from './runs-routes.ts';

export const runsSlice: Slice = { routes: runsRoutes };
