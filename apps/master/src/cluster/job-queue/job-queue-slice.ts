import type { Slice } from '#platform/slice.ts';
import { jobQueueRoutes } from './job-queue-routes.ts';
import { jobSubject } from './shared/job-subject.ts';

export const jobQueueSlice: Slice = { routes: jobQueueRoutes, subjects: { job: jobSubject } };
