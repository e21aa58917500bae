import { route } from '../route.ts';
import {
  activateExperimentData,
  activateExperimentsData,
  archiveExperimentData,
  archiveExperimentsData,
  cancelExperimentData,
  cancelExperimentsData,
  continueExperimentData,
  createExperimentData,
  deleteExperimentData,
  deleteExperimentLabelData,
  deleteExperimentsData,
  getExperimentData,
  getExperimentLabelsData,
  getExperimentsData,
  getModelDefData,
  getModelDefFileData,
  getModelDefTreeData,
  killExperimentData,
  killExperimentsData,
  moveExperimentData,
  moveExperimentsData,
  patchExperimentData,
  pauseExperimentData,
  pauseExperimentsData,
  putExperimentData,
  putExperimentLabelData,
  putExperimentRetainLogsData,
  putExperimentsRetainLogsData,
  searchExperimentsData,
  unarchiveExperimentData,
  unarchiveExperimentsData,
} from './experiments-generated.ts';

// The project goes by id or by the names in the configuration, which may name a checkpoint or trial to start from.
export const createExperimentRoute = /* @__PURE__ */ route(createExperimentData, {
  needs: {
    checks: [
      { kind: 'also', on: 'project', by: 'projectId', needs: ['CREATE_EXPERIMENT'], asked: 'handler' },
      { kind: 'also', on: 'experiment', by: 'parentId', needs: ['VIEW_EXPERIMENT_METADATA'] },
      { kind: 'also', on: 'template', by: 'template', needs: ['VIEW_TEMPLATES'], asked: 'handler' },
      { kind: 'also', on: 'checkpoint', by: 'config', needs: ['VIEW_EXPERIMENT_ARTIFACTS'], asked: 'handler' },
      {
        kind: 'fields',
        of: 'request',
        on: 'project',
        by: ['activate'],
        needs: ['UPDATE_EXPERIMENT'],
        emptyIsAbsent: true,
        asked: 'handler',
      },
    ],
  },
  changes: ['experiment', 'run', 'trial', 'project', 'workspace', 'job'],
});
export const putExperimentRoute = /* @__PURE__ */ route(putExperimentData, {
  needs: {
    checks: [
      {
        kind: 'also',
        on: 'project',
        by: 'createExperimentRequest.projectId',
        needs: ['CREATE_EXPERIMENT'],
        asked: 'handler',
      },
      {
        kind: 'also',
        on: 'experiment',
        by: 'externalExperimentId',
        needs: ['VIEW_EXPERIMENT_METADATA'],
        asked: 'handler',
      },
      { kind: 'also', on: 'experiment', by: 'createExperimentRequest.parentId', needs: ['VIEW_EXPERIMENT_METADATA'] },
      {
        kind: 'also',
        on: 'template',
        by: 'createExperimentRequest.template',
        needs: ['VIEW_TEMPLATES'],
        asked: 'handler',
      },
      {
        kind: 'also',
        on: 'checkpoint',
        by: 'createExperimentRequest.config',
        needs: ['VIEW_EXPERIMENT_ARTIFACTS'],
        asked: 'handler',
      },
      {
        kind: 'fields',
        of: 'request',
        on: 'project',
        by: ['createExperimentRequest.activate'],
        needs: ['UPDATE_EXPERIMENT'],
        emptyIsAbsent: true,
        asked: 'handler',
      },
    ],
  },
  changes: ['experiment', 'project', 'workspace'],
});
export const continueExperimentRoute = /* @__PURE__ */ route(continueExperimentData, {
  needs: {
    permission: 'UPDATE_EXPERIMENT',
    on: 'experiment',
    by: 'id',
    // Its override may name a checkpoint or trial to start from.
    checks: [
      {
        kind: 'also',
        on: 'checkpoint',
        by: 'overrideConfig',
        needs: ['VIEW_EXPERIMENT_ARTIFACTS'],
        asked: 'handler',
      },
    ],
  },
  changes: ['experiment', 'run', 'trial', 'job'],
});
export const getExperimentRoute = /* @__PURE__ */ route(getExperimentData, {
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'experiment', by: 'experimentId' },
  reads: ['experiment', 'trial', 'progress', 'checkpoint', 'project', 'workspace', 'job'],
});
export const getExperimentsRoute = /* @__PURE__ */ route(getExperimentsData, {
  needs: {
    checks: [
      { kind: 'scope', on: 'experiment', by: 'experiments', needs: ['VIEW_EXPERIMENT_METADATA'] },
      { kind: 'also', on: 'project', by: 'projectId', needs: ['VIEW_EXPERIMENT_METADATA'] },
    ],
  },
  reads: ['experiment', 'trial', 'progress', 'metric', 'checkpoint', 'project', 'workspace'],
  of: { project: 'projectId' },
});
export const searchExperimentsRoute = /* @__PURE__ */ route(searchExperimentsData, {
  needs: {
    checks: [
      { kind: 'scope', on: 'experiment', by: 'experiments', needs: ['VIEW_EXPERIMENT_METADATA'] },
      { kind: 'also', on: 'project', by: 'projectId', needs: ['VIEW_EXPERIMENT_METADATA'] },
    ],
  },
  reads: ['experiment', 'trial', 'progress', 'metric', 'checkpoint', 'project', 'workspace'],
  of: { project: 'projectId' },
});
export const putExperimentRetainLogsRoute = /* @__PURE__ */ route(putExperimentRetainLogsData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'experiment', by: 'experimentId' },
  changes: ['experiment', 'run'],
});
export const putExperimentsRetainLogsRoute = /* @__PURE__ */ route(putExperimentsRetainLogsData, {
  needs: {
    checks: [{ kind: 'each', on: 'experiment', by: 'experimentIds', needs: ['UPDATE_EXPERIMENT'], refuses: 'item' }],
  },
  changes: ['experiment', 'run'],
});
export const getModelDefRoute = /* @__PURE__ */ route(getModelDefData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'experiment', by: 'experimentId' },
  reads: ['experiment'],
});
export const getModelDefTreeRoute = /* @__PURE__ */ route(getModelDefTreeData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'experiment', by: 'experimentId' },
  reads: ['experiment'],
});
export const getModelDefFileRoute = /* @__PURE__ */ route(getModelDefFileData, {
  needs: { permission: 'VIEW_EXPERIMENT_ARTIFACTS', on: 'experiment', by: 'experimentId' },
  reads: ['experiment'],
});
export const getExperimentLabelsRoute = /* @__PURE__ */ route(getExperimentLabelsData, {
  needs: {
    checks: [
      { kind: 'scope', on: 'experiment', by: 'labels', needs: ['VIEW_EXPERIMENT_METADATA'] },
      { kind: 'also', on: 'project', by: 'projectId', needs: ['VIEW_EXPERIMENT_METADATA'] },
    ],
  },
  reads: ['experiment'],
  of: { project: 'projectId' },
});
export const activateExperimentRoute = /* @__PURE__ */ route(activateExperimentData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'experiment', by: 'id' },
  changes: ['experiment', 'run', 'trial', 'job'],
});
export const activateExperimentsRoute = /* @__PURE__ */ route(activateExperimentsData, {
  needs: {
    checks: [{ kind: 'each', on: 'experiment', by: 'experimentIds', needs: ['UPDATE_EXPERIMENT'], refuses: 'item' }],
  },
  changes: ['experiment', 'run', 'trial', 'job'],
});
export const pauseExperimentRoute = /* @__PURE__ */ route(pauseExperimentData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'experiment', by: 'id' },
  changes: ['experiment', 'run', 'trial', 'job'],
});
export const pauseExperimentsRoute = /* @__PURE__ */ route(pauseExperimentsData, {
  needs: {
    checks: [{ kind: 'each', on: 'experiment', by: 'experimentIds', needs: ['UPDATE_EXPERIMENT'], refuses: 'item' }],
  },
  changes: ['experiment', 'run', 'trial', 'job'],
});
export const cancelExperimentRoute = /* @__PURE__ */ route(cancelExperimentData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'experiment', by: 'id' },
  changes: ['experiment', 'run', 'trial', 'job'],
});
export const cancelExperimentsRoute = /* @__PURE__ */ route(cancelExperimentsData, {
  needs: {
    checks: [{ kind: 'each', on: 'experiment', by: 'experimentIds', needs: ['UPDATE_EXPERIMENT'], refuses: 'item' }],
  },
  changes: ['experiment', 'run', 'trial', 'job'],
});
export const killExperimentRoute = /* @__PURE__ */ route(killExperimentData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'experiment', by: 'id' },
  changes: ['experiment', 'run', 'trial', 'job'],
});
export const killExperimentsRoute = /* @__PURE__ */ route(killExperimentsData, {
  needs: {
    checks: [{ kind: 'each', on: 'experiment', by: 'experimentIds', needs: ['UPDATE_EXPERIMENT'], refuses: 'item' }],
  },
  changes: ['experiment', 'run', 'trial', 'job'],
});
export const archiveExperimentRoute = /* @__PURE__ */ route(archiveExperimentData, {
  needs: { permission: 'UPDATE_EXPERIMENT_METADATA', on: 'experiment', by: 'id' },
  changes: ['experiment', 'run'],
});
export const archiveExperimentsRoute = /* @__PURE__ */ route(archiveExperimentsData, {
  needs: {
    checks: [
      { kind: 'each', on: 'experiment', by: 'experimentIds', needs: ['UPDATE_EXPERIMENT_METADATA'], refuses: 'item' },
    ],
  },
  changes: ['experiment', 'run'],
});
export const unarchiveExperimentRoute = /* @__PURE__ */ route(unarchiveExperimentData, {
  needs: { permission: 'UPDATE_EXPERIMENT_METADATA', on: 'experiment', by: 'id' },
  changes: ['experiment', 'run'],
});
export const unarchiveExperimentsRoute = /* @__PURE__ */ route(unarchiveExperimentsData, {
  needs: {
    checks: [
      { kind: 'each', on: 'experiment', by: 'experimentIds', needs: ['UPDATE_EXPERIMENT_METADATA'], refuses: 'item' },
    ],
  },
  changes: ['experiment', 'run'],
});
export const patchExperimentRoute = /* @__PURE__ */ route(patchExperimentData, {
  needs: {
    permission: 'UPDATE_EXPERIMENT_METADATA',
    on: 'experiment',
    by: 'experiment.id',
    checks: [
      {
        kind: 'fields',
        of: 'request',
        on: 'experiment',
        by: ['experiment.resources', 'experiment.checkpointStorage'],
        needs: ['UPDATE_EXPERIMENT'],
      },
      {
        kind: 'fields',
        of: 'request',
        on: 'cluster',
        by: ['experiment.resources.priority', 'experiment.resources.weight'],
        needs: ['CONTROL_STRICT_JOB_QUEUE'],
        withoutRbac: 'admin',
        when: 'strictJobQueueControl',
      },
    ],
  },
  changes: ['experiment', 'run', 'job', 'checkpoint'],
});
export const deleteExperimentsRoute = /* @__PURE__ */ route(deleteExperimentsData, {
  needs: {
    checks: [
      {
        kind: 'each',
        on: 'experiment',
        by: 'experimentIds',
        needs: ['DELETE_EXPERIMENT'],
        refuses: 'item',
        withoutRbac: 'owner',
      },
    ],
  },
  changes: ['experiment', 'run', 'checkpoint', 'project', 'workspace'],
});
export const deleteExperimentRoute = /* @__PURE__ */ route(deleteExperimentData, {
  needs: {
    permission: 'DELETE_EXPERIMENT',
    on: 'experiment',
    by: 'experimentId',
    withoutRbac: 'owner',
    refusal: { withoutRoles: "non admin users may not delete other user's experiments" },
  },
  changes: ['experiment', 'run', 'checkpoint', 'project', 'workspace'],
});
export const putExperimentLabelRoute = /* @__PURE__ */ route(putExperimentLabelData, {
  needs: { permission: 'UPDATE_EXPERIMENT_METADATA', on: 'experiment', by: 'experimentId' },
  changes: ['experiment', 'run'],
});
export const deleteExperimentLabelRoute = /* @__PURE__ */ route(deleteExperimentLabelData, {
  needs: { permission: 'UPDATE_EXPERIMENT_METADATA', on: 'experiment', by: 'experimentId' },
  changes: ['experiment', 'run'],
});
export const moveExperimentRoute = /* @__PURE__ */ route(moveExperimentData, {
  needs: {
    permission: 'VIEW_EXPERIMENT_METADATA',
    and: ['DELETE_EXPERIMENT'],
    on: 'experiment',
    by: 'experimentId',
    checks: [{ kind: 'also', on: 'project', by: 'destinationProjectId', needs: ['CREATE_EXPERIMENT'] }],
  },
  changes: ['experiment', 'run', 'project', 'workspace'],
});
export const moveExperimentsRoute = /* @__PURE__ */ route(moveExperimentsData, {
  needs: {
    checks: [
      {
        kind: 'each',
        on: 'experiment',
        by: 'experimentIds',
        needs: ['VIEW_EXPERIMENT_METADATA', 'DELETE_EXPERIMENT'],
        refuses: 'item',
      },
      { kind: 'also', on: 'project', by: 'destinationProjectId', needs: ['CREATE_EXPERIMENT'] },
    ],
  },
  changes: ['experiment', 'run', 'project', 'workspace'],
});
