import type { Slice } from '#platform/slice.ts';
import { rolesRoutes } from './roles-routes.ts';

export const rolesSlice: Slice = { routes: rolesRoutes };
