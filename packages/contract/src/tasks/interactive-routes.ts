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

export const getNotebooksRoute = /* @__PURE__ */ route(getNotebooksData, {
  needs: {
    checks: [
      { kind: 'scope', on: 'notebook', by: 'notebooks', needs: ['VIEW_NSC'] },
      { kind: 'also', on: 'workspace', by: 'workspaceId', needs: ['VIEW_NSC'] },
    ],
  },
  reads: ['notebook', 'allocation'],
});
export const getNotebookRoute = /* @__PURE__ */ route(getNotebookData, {
  needs: { permission: 'VIEW_NSC', on: 'notebook', by: 'notebookId' },
  reads: ['notebook', 'allocation'],
});
export const idleNotebookRoute = /* @__PURE__ */ route(idleNotebookData, {
  needs: { permission: 'UPDATE_NSC', on: 'notebook', by: 'notebookId' },
  changes: ['notebook'],
});
export const killNotebookRoute = /* @__PURE__ */ route(killNotebookData, {
  needs: { permission: 'UPDATE_NSC', on: 'notebook', by: 'notebookId' },
  changes: ['notebook', 'job'],
});
export const setNotebookPriorityRoute = /* @__PURE__ */ route(setNotebookPriorityData, {
  needs: {
    permission: 'UPDATE_NSC',
    on: 'notebook',
    by: 'notebookId',
    checks: [
      {
        kind: 'also',
        on: 'cluster',
        by: '',
        needs: ['CONTROL_STRICT_JOB_QUEUE'],
        withoutRbac: 'admin',
        when: 'strictJobQueueControl',
      },
    ],
  },
  changes: ['notebook', 'job'],
});
export const launchNotebookRoute = /* @__PURE__ */ route(launchNotebookData, {
  needs: {
    permission: 'CREATE_NSC',
    on: 'workspace',
    by: 'workspaceId',
    absent: 'default',
    checks: [{ kind: 'also', on: 'template', by: 'templateName', needs: ['VIEW_TEMPLATES'] }],
  },
  changes: ['notebook', 'job'],
});
export const getShellsRoute = /* @__PURE__ */ route(getShellsData, {
  needs: {
    checks: [
      { kind: 'scope', on: 'shell', by: 'shells', needs: ['VIEW_NSC'] },
      { kind: 'also', on: 'workspace', by: 'workspaceId', needs: ['VIEW_NSC'] },
    ],
  },
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
export const setShellPriorityRoute = /* @__PURE__ */ route(setShellPriorityData, {
  needs: {
    permission: 'UPDATE_NSC',
    on: 'shell',
    by: 'shellId',
    checks: [
      {
        kind: 'also',
        on: 'cluster',
        by: '',
        needs: ['CONTROL_STRICT_JOB_QUEUE'],
        withoutRbac: 'admin',
        when: 'strictJobQueueControl',
      },
    ],
  },
  changes: ['shell', 'job'],
});
export const launchShellRoute = /* @__PURE__ */ route(launchShellData, {
  needs: {
    permission: 'CREATE_NSC',
    on: 'workspace',
    by: 'workspaceId',
    absent: 'default',
    checks: [{ kind: 'also', on: 'template', by: 'templateName', needs: ['VIEW_TEMPLATES'] }],
  },
  changes: ['shell', 'job'],
});
export const getCommandsRoute = /* @__PURE__ */ route(getCommandsData, {
  needs: {
    checks: [
      { kind: 'scope', on: 'command', by: 'commands', needs: ['VIEW_NSC'] },
      { kind: 'also', on: 'workspace', by: 'workspaceId', needs: ['VIEW_NSC'] },
    ],
  },
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
export const setCommandPriorityRoute = /* @__PURE__ */ route(setCommandPriorityData, {
  needs: {
    permission: 'UPDATE_NSC',
    on: 'command',
    by: 'commandId',
    checks: [
      {
        kind: 'also',
        on: 'cluster',
        by: '',
        needs: ['CONTROL_STRICT_JOB_QUEUE'],
        withoutRbac: 'admin',
        when: 'strictJobQueueControl',
      },
    ],
  },
  changes: ['command', 'job'],
});
export const launchCommandRoute = /* @__PURE__ */ route(launchCommandData, {
  needs: {
    permission: 'CREATE_NSC',
    on: 'workspace',
    by: 'workspaceId',
    absent: 'default',
    checks: [{ kind: 'also', on: 'template', by: 'templateName', needs: ['VIEW_TEMPLATES'] }],
  },
  changes: ['command', 'job'],
});
// Only those all of whose experiments one may view.
export const getTensorboardsRoute = /* @__PURE__ */ route(getTensorboardsData, {
  needs: {
    checks: [
      { kind: 'scope', on: 'tensorboard', by: 'tensorboards', needs: ['VIEW_WORKSPACE'] },
      { kind: 'also', on: 'workspace', by: 'workspaceId', needs: ['VIEW_WORKSPACE'] },
    ],
  },
  reads: ['tensorboard', 'allocation'],
});
// All of its experiments.
export const getTensorboardRoute = /* @__PURE__ */ route(getTensorboardData, {
  needs: {
    permission: 'VIEW_WORKSPACE',
    on: 'tensorboard',
    by: 'tensorboardId',
    checks: [
      { kind: 'also', on: 'experiment', by: 'tensorboardId', needs: ['VIEW_EXPERIMENT_ARTIFACTS'], asked: 'handler' },
    ],
  },
  reads: ['tensorboard', 'allocation'],
});
export const killTensorboardRoute = /* @__PURE__ */ route(killTensorboardData, {
  needs: { permission: 'UPDATE_NSC', on: 'tensorboard', by: 'tensorboardId' },
  changes: ['tensorboard', 'job'],
});
export const setTensorboardPriorityRoute = /* @__PURE__ */ route(setTensorboardPriorityData, {
  needs: {
    permission: 'UPDATE_NSC',
    on: 'tensorboard',
    by: 'tensorboardId',
    checks: [
      {
        kind: 'also',
        on: 'cluster',
        by: '',
        needs: ['CONTROL_STRICT_JOB_QUEUE'],
        withoutRbac: 'admin',
        when: 'strictJobQueueControl',
      },
    ],
  },
  changes: ['tensorboard', 'job'],
});
export const launchTensorboardRoute = /* @__PURE__ */ route(launchTensorboardData, {
  needs: {
    permission: 'VIEW_WORKSPACE',
    on: 'workspace',
    by: 'workspaceId',
    absent: 'default',
    checks: [
      { kind: 'also', on: 'template', by: 'templateName', needs: ['VIEW_TEMPLATES'] },
      { kind: 'each', on: 'experiment', by: 'experimentIds', needs: ['VIEW_EXPERIMENT_ARTIFACTS'], refuses: 'call' },
      { kind: 'each', on: 'trial', by: 'trialIds', needs: ['VIEW_EXPERIMENT_ARTIFACTS'], refuses: 'call' },
    ],
  },
  changes: ['tensorboard', 'job'],
});
export const deleteTensorboardFilesRoute = /* @__PURE__ */ route(deleteTensorboardFilesData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'experiment', by: 'experimentId' },
  changes: ['experiment'],
});
