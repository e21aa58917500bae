import type { Slice } from '#platform/slice.ts';
import { authRoutes } from './auth-routes.ts';

export const authSlice: Slice = { routes: authRoutes };
