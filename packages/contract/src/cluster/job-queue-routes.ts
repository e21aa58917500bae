import { route, signedIn } from '../route.ts';
import { getJobQueueStatsData, getJobsData, getJobsV2Data, updateJobQueueData } from './job-queue-generated.ts';

export const getJobsRoute = /* @__PURE__ */ route(getJobsData, {
  needs: { checks: [{ kind: 'scope', on: 'job', by: 'jobs', needs: ['VIEW_EXPERIMENT_METADATA'] }] },
  reads: ['job'],
});
// The other jobs are limited to place, state, slots and priority.
export const getJobsV2Route = /* @__PURE__ */ route(getJobsV2Data, {
  needs: {
    checks: [{ kind: 'fields', of: 'reply', on: 'job', by: ['jobs.full'], needs: ['VIEW_EXPERIMENT_METADATA'] }],
  },
  reads: ['job'],
});
export const getJobQueueStatsRoute = /* @__PURE__ */ route(getJobQueueStatsData, { needs: signedIn, reads: ['job'] });
export const updateJobQueueRoute = /* @__PURE__ */ route(updateJobQueueData, {
  needs: {
    checks: [
      {
        kind: 'also',
        on: 'cluster',
        by: '',
        needs: ['CONTROL_STRICT_JOB_QUEUE'],
        withoutRbac: 'admin',
        when: 'strictJobQueueControl',
        refusal: { withoutRoles: 'only admin privileged users can change the job queue' },
      },
      { kind: 'each', on: 'job', by: 'updates.jobId', needs: ['UPDATE_EXPERIMENT'], refuses: 'call' },
    ],
  },
  changes: ['job', 'experiment', 'notebook', 'shell', 'command', 'tensorboard', 'task'],
});
