import type { Slice } from '#platform/slice.ts';
import { examplesRoutes } from './examples-routes.ts';

export const examplesSlice: Slice = { routes: examplesRoutes };
