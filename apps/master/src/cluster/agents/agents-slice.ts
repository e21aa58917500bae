import type { Slice } from '#platform/slice.ts';
import { agentsRoutes } from './agents-routes.ts';

export const agentsSlice: Slice = { routes: agentsRoutes };
