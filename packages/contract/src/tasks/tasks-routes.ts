import { route } from '../route.ts';
import {
  createGenericTaskData,
  getActiveTasksCountData,
  getGenericTaskConfigData,
  getTaskAcceleratorDataData,
  getTaskContextDirectoryData,
  getTaskData,
  getTasksData,
  killGenericTaskData,
  pauseGenericTaskData,
  unpauseGenericTaskData,
} from './tasks-generated.ts';

export const createGenericTaskRoute = /* @__PURE__ */ route(createGenericTaskData, {
  needs: {
    checks: [
      { kind: 'also', on: 'project', by: 'projectId', needs: ['CREATE_NSC'], absent: 'default' },
      { kind: 'also', on: 'genericTask', by: 'parentId', needs: ['VIEW_NSC'] },
      { kind: 'also', on: 'genericTask', by: 'forkedFrom', needs: ['VIEW_NSC'] },
    ],
  },
  changes: ['task', 'job'],
});
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
export const getGenericTaskConfigRoute = /* @__PURE__ */ route(getGenericTaskConfigData, {
  needs: { permission: 'VIEW_NSC', on: 'genericTask', by: 'taskId' },
  reads: ['task'],
});
export const killGenericTaskRoute = /* @__PURE__ */ route(killGenericTaskData, {
  needs: { permission: 'UPDATE_NSC', on: 'genericTask', by: 'taskId' },
  changes: ['task', 'job'],
});
export const pauseGenericTaskRoute = /* @__PURE__ */ route(pauseGenericTaskData, {
  needs: { permission: 'UPDATE_NSC', on: 'genericTask', by: 'taskId' },
  changes: ['task', 'job'],
});
export const unpauseGenericTaskRoute = /* @__PURE__ */ route(unpauseGenericTaskData, {
  needs: { permission: 'UPDATE_NSC', on: 'genericTask', by: 'taskId' },
  changes: ['task', 'job'],
});
