import type { Slice } from '#platform/slice.ts';
import { jobQueueRoutes } from './job-queue-routes.ts';

export const jobQueueSlice: Slice = { routes: jobQueueRoutes };
