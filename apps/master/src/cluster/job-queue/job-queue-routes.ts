import * as contract from '@determined/contract/cluster/job-queue-routes.ts';
import { type Served, serve } from '#platform/http/serve.ts';
import { getQueueStats } from './get-queue-stats.ts';
import { listJobs, listJobsV2 } from './list-jobs.ts';
import { updateJobQueue } from './update-job-queue.ts';

export const jobQueueRoutes: Served[] = [
  serve(contract.getJobsRoute, listJobs),
  serve(contract.getJobsV2Route, listJobsV2),
  serve(contract.getJobQueueStatsRoute, getQueueStats),
  serve(contract.updateJobQueueRoute, updateJobQueue),
];
