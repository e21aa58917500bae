import type { Slice } from '#platform/slice.ts';
import { modelsRoutes } from './models-routes.ts';

export const modelsSlice: Slice = { routes: modelsRoutes };
