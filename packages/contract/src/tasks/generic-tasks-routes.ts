import { route } from '../route.ts';
import {
  createGenericTaskData,
  getGenericTaskConfigData,
  killGenericTaskData,
  pauseGenericTaskData,
  unpauseGenericTaskData,
} from './generic-tasks-generated.ts';

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
export const getGenericTaskConfigRoute = /* @__PURE__ */ route(getGenericTaskConfigData, {
  needs: { permission: 'VIEW_NSC', on: 'genericTask', by: 'taskId' },
  reads: ['task'],
});
// Whoever kills from the root has to hold the right on the root.
export const killGenericTaskRoute = /* @__PURE__ */ route(killGenericTaskData, {
  needs: {
    permission: 'UPDATE_NSC',
    on: 'genericTask',
    by: 'taskId',
    checks: [{ kind: 'also', on: 'genericTask', by: 'killFromRoot', needs: ['UPDATE_NSC'], asked: 'handler' }],
  },
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
