import type { Slice } from '#platform/slice.ts';
import { interactiveRoutes } from './interactive-routes.ts';

export const interactiveSlice: Slice = { routes: interactiveRoutes };
