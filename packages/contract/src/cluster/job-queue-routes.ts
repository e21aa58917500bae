import { route, signedIn } from '../route.ts';
import { getJobQueueStatsData, getJobsData, getJobsV2Data, updateJobQueueData } from './job-queue-generated.ts';

// Only jobs of workspaces one may view.
export const getJobsRoute = /* @__PURE__ */ route(getJobsData, { needs: { more: true }, reads: ['job'] });
// Jobs one may not view are limited to place, state, slots and priority.
export const getJobsV2Route = /* @__PURE__ */ route(getJobsV2Data, { needs: { more: true }, reads: ['job'] });
export const getJobQueueStatsRoute = /* @__PURE__ */ route(getJobQueueStatsData, { needs: signedIn, reads: ['job'] });
// UPDATE_EXPERIMENT or UPDATE_NSC on each job named; with strict queue control CONTROL_STRICT_JOB_QUEUE.
export const updateJobQueueRoute = /* @__PURE__ */ route(updateJobQueueData, {
  needs: { more: true },
  changes: ['job', 'experiment', 'notebook', 'shell', 'command', 'tensorboard', 'task'],
});
