import { route } from '../route.ts';
import { cleanupLogsData, postTaskLogsData, taskLogsData, taskLogsFieldsData } from './logs-generated.ts';

export const postTaskLogsRoute = /* @__PURE__ */ route(postTaskLogsData, {
  needs: {
    checks: [{ kind: 'each', on: 'task', by: 'logs.taskId', needs: ['UPDATE_EXPERIMENT'], refuses: 'call' }],
  },
  changes: ['log'],
});
export const taskLogsRoute = /* @__PURE__ */ route(taskLogsData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'task', by: 'taskId' },
  reads: ['log'],
});
export const taskLogsFieldsRoute = /* @__PURE__ */ route(taskLogsFieldsData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'task', by: 'taskId' },
  reads: ['log'],
});
export const cleanupLogsRoute = /* @__PURE__ */ route(cleanupLogsData, {
  needs: { permission: 'UPDATE_MASTER_CONFIG', on: 'cluster', withoutRbac: 'admin' },
  changes: ['log'],
});
