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

// CREATE_EXPERIMENT on the workspace of the project; a parent has to be visible; starting it at once needs
// UPDATE_EXPERIMENT.
export const createExperimentRoute = /* @__PURE__ */ route(createExperimentData, {
  needs: { more: true },
  changes: ['experiment', 'run', 'trial', 'project', 'workspace', 'job'],
});
// As for making one.
export const putExperimentRoute = /* @__PURE__ */ route(putExperimentData, {
  needs: { more: true },
  changes: ['experiment', 'project', 'workspace'],
});
export const continueExperimentRoute = /* @__PURE__ */ route(continueExperimentData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'experiment', by: 'id' },
  changes: ['experiment', 'run', 'trial', 'job'],
});
export const getExperimentRoute = /* @__PURE__ */ route(getExperimentData, {
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'experiment', by: 'experimentId' },
  reads: ['experiment', 'trial', 'progress', 'checkpoint', 'project', 'workspace', 'job'],
});
// Only experiments one may view; a project one may not view does not exist.
export const getExperimentsRoute = /* @__PURE__ */ route(getExperimentsData, {
  needs: { more: true },
  reads: ['experiment', 'trial', 'progress', 'metric', 'checkpoint', 'project', 'workspace'],
  of: { project: 'projectId' },
});
// Only experiments one may view; a project one may not view does not exist.
export const searchExperimentsRoute = /* @__PURE__ */ route(searchExperimentsData, {
  needs: { more: true },
  reads: ['experiment', 'trial', 'progress', 'metric', 'checkpoint', 'project', 'workspace'],
  of: { project: 'projectId' },
});
export const putExperimentRetainLogsRoute = /* @__PURE__ */ route(putExperimentRetainLogsData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'experiment', by: 'experimentId' },
  changes: ['experiment', 'run'],
});
// UPDATE_EXPERIMENT on each experiment; a refusal is that item's answer.
export const putExperimentsRetainLogsRoute = /* @__PURE__ */ route(putExperimentsRetainLogsData, {
  needs: { more: true },
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
// Only labels of experiments one may view; a project one may not view does not exist.
export const getExperimentLabelsRoute = /* @__PURE__ */ route(getExperimentLabelsData, {
  needs: { more: true },
  reads: ['experiment'],
  of: { project: 'projectId' },
});
export const activateExperimentRoute = /* @__PURE__ */ route(activateExperimentData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'experiment', by: 'id' },
  changes: ['experiment', 'run', 'trial', 'job'],
});
// UPDATE_EXPERIMENT on each experiment; a refusal is that item's answer.
export const activateExperimentsRoute = /* @__PURE__ */ route(activateExperimentsData, {
  needs: { more: true },
  changes: ['experiment', 'run', 'trial', 'job'],
});
export const pauseExperimentRoute = /* @__PURE__ */ route(pauseExperimentData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'experiment', by: 'id' },
  changes: ['experiment', 'run', 'trial', 'job'],
});
// UPDATE_EXPERIMENT on each experiment; a refusal is that item's answer.
export const pauseExperimentsRoute = /* @__PURE__ */ route(pauseExperimentsData, {
  needs: { more: true },
  changes: ['experiment', 'run', 'trial', 'job'],
});
export const cancelExperimentRoute = /* @__PURE__ */ route(cancelExperimentData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'experiment', by: 'id' },
  changes: ['experiment', 'run', 'trial', 'job'],
});
// UPDATE_EXPERIMENT on each experiment; a refusal is that item's answer.
export const cancelExperimentsRoute = /* @__PURE__ */ route(cancelExperimentsData, {
  needs: { more: true },
  changes: ['experiment', 'run', 'trial', 'job'],
});
export const killExperimentRoute = /* @__PURE__ */ route(killExperimentData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'experiment', by: 'id' },
  changes: ['experiment', 'run', 'trial', 'job'],
});
// UPDATE_EXPERIMENT on each experiment; a refusal is that item's answer.
export const killExperimentsRoute = /* @__PURE__ */ route(killExperimentsData, {
  needs: { more: true },
  changes: ['experiment', 'run', 'trial', 'job'],
});
export const archiveExperimentRoute = /* @__PURE__ */ route(archiveExperimentData, {
  needs: { permission: 'UPDATE_EXPERIMENT_METADATA', on: 'experiment', by: 'id' },
  changes: ['experiment', 'run'],
});
// UPDATE_EXPERIMENT_METADATA on each experiment; a refusal is that item's answer.
export const archiveExperimentsRoute = /* @__PURE__ */ route(archiveExperimentsData, {
  needs: { more: true },
  changes: ['experiment', 'run'],
});
export const unarchiveExperimentRoute = /* @__PURE__ */ route(unarchiveExperimentData, {
  needs: { permission: 'UPDATE_EXPERIMENT_METADATA', on: 'experiment', by: 'id' },
  changes: ['experiment', 'run'],
});
// UPDATE_EXPERIMENT_METADATA on each experiment; a refusal is that item's answer.
export const unarchiveExperimentsRoute = /* @__PURE__ */ route(unarchiveExperimentsData, {
  needs: { more: true },
  changes: ['experiment', 'run'],
});
// Resources and checkpoint storage need UPDATE_EXPERIMENT, with strict queue control priority and weight
// CONTROL_STRICT_JOB_QUEUE.
export const patchExperimentRoute = /* @__PURE__ */ route(patchExperimentData, {
  needs: { permission: 'UPDATE_EXPERIMENT_METADATA', on: 'experiment', by: 'experiment.id', more: true },
  changes: ['experiment', 'run', 'job', 'checkpoint'],
});
// DELETE_EXPERIMENT on each experiment (without roles: its owner, or an admin); a refusal is that item's answer.
export const deleteExperimentsRoute = /* @__PURE__ */ route(deleteExperimentsData, {
  needs: { more: true },
  changes: ['experiment', 'run', 'checkpoint', 'project', 'workspace'],
});
export const deleteExperimentRoute = /* @__PURE__ */ route(deleteExperimentData, {
  needs: { permission: 'DELETE_EXPERIMENT', on: 'experiment', by: 'experimentId', withoutRbac: 'owner' },
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
// CREATE_EXPERIMENT on the destination.
export const moveExperimentRoute = /* @__PURE__ */ route(moveExperimentData, {
  needs: {
    permission: 'VIEW_EXPERIMENT_METADATA',
    and: ['DELETE_EXPERIMENT'],
    on: 'experiment',
    by: 'experimentId',
    more: true,
  },
  changes: ['experiment', 'run', 'project', 'workspace'],
});
// VIEW_EXPERIMENT_METADATA, DELETE_EXPERIMENT on each experiment, CREATE_EXPERIMENT on the destination; a refusal is
// that item's answer.
export const moveExperimentsRoute = /* @__PURE__ */ route(moveExperimentsData, {
  needs: { more: true },
  changes: ['experiment', 'run', 'project', 'workspace'],
});
