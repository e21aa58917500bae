import { route } from '../route.ts';
import {
  deleteTensorboardFilesData,
  getCommandData,
  getCommandsData,
  getNotebookData,
  getNotebooksData,
  getShellData,
  getShellsData,
  getTensorboardData,
  getTensorboardsData,
  idleNotebookData,
  killCommandData,
  killNotebookData,
  killShellData,
  killTensorboardData,
  launchCommandData,
  launchNotebookData,
  launchShellData,
  launchTensorboardData,
  setCommandPriorityData,
  setNotebookPriorityData,
  setShellPriorityData,
  setTensorboardPriorityData,
} from './interactive-generated.ts';

// Only notebooks one may view; a workspace one may not view does not exist.
export const getNotebooksRoute = /* @__PURE__ */ route(getNotebooksData, {
  needs: { more: true },
  reads: ['notebook', 'allocation'],
});
export const getNotebookRoute = /* @__PURE__ */ route(getNotebookData, {
  needs: { permission: 'VIEW_NSC', on: 'notebook', by: 'notebookId' },
  reads: ['notebook', 'allocation'],
});
export const idleNotebookRoute = /* @__PURE__ */ route(idleNotebookData, {
  needs: { permission: 'UPDATE_NSC', on: 'notebook', by: 'notebookId', ownSession: true },
  changes: ['notebook'],
});
export const killNotebookRoute = /* @__PURE__ */ route(killNotebookData, {
  needs: { permission: 'UPDATE_NSC', on: 'notebook', by: 'notebookId' },
  changes: ['notebook', 'job'],
});
// With strict queue control CONTROL_STRICT_JOB_QUEUE.
export const setNotebookPriorityRoute = /* @__PURE__ */ route(setNotebookPriorityData, {
  needs: { permission: 'UPDATE_NSC', on: 'notebook', by: 'notebookId', more: true },
  changes: ['notebook', 'job'],
});
// Without a workspace: the default one, under the same rule. A template has to be visible.
export const launchNotebookRoute = /* @__PURE__ */ route(launchNotebookData, {
  needs: { permission: 'CREATE_NSC', on: 'workspace', by: 'workspaceId', more: true },
  changes: ['notebook', 'job'],
});
// Only shells one may view; a workspace one may not view does not exist.
export const getShellsRoute = /* @__PURE__ */ route(getShellsData, {
  needs: { more: true },
  reads: ['shell', 'allocation'],
});
export const getShellRoute = /* @__PURE__ */ route(getShellData, {
  needs: { permission: 'VIEW_NSC', on: 'shell', by: 'shellId' },
  reads: ['shell', 'allocation'],
});
export const killShellRoute = /* @__PURE__ */ route(killShellData, {
  needs: { permission: 'UPDATE_NSC', on: 'shell', by: 'shellId' },
  changes: ['shell', 'job'],
});
// With strict queue control CONTROL_STRICT_JOB_QUEUE.
export const setShellPriorityRoute = /* @__PURE__ */ route(setShellPriorityData, {
  needs: { permission: 'UPDATE_NSC', on: 'shell', by: 'shellId', more: true },
  changes: ['shell', 'job'],
});
// Without a workspace: the default one, under the same rule. A template has to be visible.
export const launchShellRoute = /* @__PURE__ */ route(launchShellData, {
  needs: { permission: 'CREATE_NSC', on: 'workspace', by: 'workspaceId', more: true },
  changes: ['shell', 'job'],
});
// Only commands one may view; a workspace one may not view does not exist.
export const getCommandsRoute = /* @__PURE__ */ route(getCommandsData, {
  needs: { more: true },
  reads: ['command', 'allocation'],
});
export const getCommandRoute = /* @__PURE__ */ route(getCommandData, {
  needs: { permission: 'VIEW_NSC', on: 'command', by: 'commandId' },
  reads: ['command', 'allocation'],
});
export const killCommandRoute = /* @__PURE__ */ route(killCommandData, {
  needs: { permission: 'UPDATE_NSC', on: 'command', by: 'commandId' },
  changes: ['command', 'job'],
});
// With strict queue control CONTROL_STRICT_JOB_QUEUE.
export const setCommandPriorityRoute = /* @__PURE__ */ route(setCommandPriorityData, {
  needs: { permission: 'UPDATE_NSC', on: 'command', by: 'commandId', more: true },
  changes: ['command', 'job'],
});
// Without a workspace: the default one, under the same rule. A template has to be visible.
export const launchCommandRoute = /* @__PURE__ */ route(launchCommandData, {
  needs: { permission: 'CREATE_NSC', on: 'workspace', by: 'workspaceId', more: true },
  changes: ['command', 'job'],
});
// Only TensorBoards all of whose experiments one may view.
export const getTensorboardsRoute = /* @__PURE__ */ route(getTensorboardsData, {
  needs: { more: true },
  reads: ['tensorboard', 'allocation'],
});
// VIEW_EXPERIMENT_ARTIFACTS on every workspace its experiments are in.
export const getTensorboardRoute = /* @__PURE__ */ route(getTensorboardData, {
  needs: { permission: 'VIEW_WORKSPACE', on: 'tensorboard', by: 'tensorboardId', more: true },
  reads: ['tensorboard', 'allocation'],
});
export const killTensorboardRoute = /* @__PURE__ */ route(killTensorboardData, {
  needs: { permission: 'UPDATE_NSC', on: 'tensorboard', by: 'tensorboardId' },
  changes: ['tensorboard', 'job'],
});
// With strict queue control CONTROL_STRICT_JOB_QUEUE.
export const setTensorboardPriorityRoute = /* @__PURE__ */ route(setTensorboardPriorityData, {
  needs: { permission: 'UPDATE_NSC', on: 'tensorboard', by: 'tensorboardId', more: true },
  changes: ['tensorboard', 'job'],
});
// VIEW_EXPERIMENT_ARTIFACTS on every workspace its experiments and trials are in.
export const launchTensorboardRoute = /* @__PURE__ */ route(launchTensorboardData, {
  needs: { permission: 'VIEW_WORKSPACE', on: 'workspace', by: 'workspaceId', more: true },
  changes: ['tensorboard', 'job'],
});
export const deleteTensorboardFilesRoute = /* @__PURE__ */ route(deleteTensorboardFilesData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'experiment', by: 'experimentId' },
  changes: ['experiment'],
});
