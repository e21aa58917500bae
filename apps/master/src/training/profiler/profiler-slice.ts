import type { Slice } from '#platform/slice.ts';
import { profilerRoutes } from './profiler-routes.ts';

export const profilerSlice: Slice = { routes: profilerRoutes };
