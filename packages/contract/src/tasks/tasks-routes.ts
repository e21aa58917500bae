import { route } from '../route.ts';
import {
  getActiveTasksCountData,
  getTaskAcceleratorDataData,
  getTaskContextDirectoryData,
  getTaskData,
  getTasksData,
} from './tasks-generated.ts';

export const getActiveTasksCountRoute = /* @__PURE__ */ route(getActiveTasksCountData, {
  needs: { checks: [{ kind: 'scope', on: 'task', by: '', needs: ['VIEW_NSC'] }] },
  reads: ['task'],
});
export const getTaskRoute = /* @__PURE__ */ route(getTaskData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'task', by: 'taskId' },
  reads: ['task', 'allocation'],
});
export const getTasksRoute = /* @__PURE__ */ route(getTasksData, {
  needs: { checks: [{ kind: 'scope', on: 'task', by: 'allocationIdToSummary', needs: ['VIEW_EXPERIMENT_METADATA'] }] },
  reads: ['task', 'allocation'],
});
export const getTaskContextDirectoryRoute = /* @__PURE__ */ route(getTaskContextDirectoryData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'task', by: 'taskId' },
  reads: ['task'],
});
export const getTaskAcceleratorDataRoute = /* @__PURE__ */ route(getTaskAcceleratorDataData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'task', by: 'taskId' },
  reads: ['task', 'allocation'],
});
