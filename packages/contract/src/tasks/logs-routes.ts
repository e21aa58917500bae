import { route } from '../route.ts';
import {
  cleanupLogsData,
  postTaskLogsData,
  taskLogsData,
  taskLogsFieldsData,
  trialLogsData,
  trialLogsFieldsData,
} from './logs-generated.ts';

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
export const trialLogsRoute = /* @__PURE__ */ route(trialLogsData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'trial', by: 'trialId' },
  reads: ['log'],
});
export const trialLogsFieldsRoute = /* @__PURE__ */ route(trialLogsFieldsData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'trial', by: 'trialId' },
  reads: ['log'],
});
export const cleanupLogsRoute = /* @__PURE__ */ route(cleanupLogsData, {
  needs: { permission: 'UPDATE_MASTER_CONFIG', on: 'cluster', withoutRbac: 'admin' },
  changes: ['log'],
});
