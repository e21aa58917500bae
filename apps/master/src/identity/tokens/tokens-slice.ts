import type { Slice } from '#platform/slice.ts';
import { tokensRoutes } from './tokens-routes.ts';

export const tokensSlice: Slice = { routes: tokensRoutes };
