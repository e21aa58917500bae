import type { Slice } from '#platform/slice.ts';
import { templatesRoutes } from './templates-routes.ts';

export const templatesSlice: Slice = { routes: templatesRoutes };
