import type { Slice } from '#platform/slice.ts';
import { webhooksRoutes } from './webhooks-routes.ts';

export const webhooksSlice: Slice = { routes: webhooksRoutes };
