import { route } from '../route.ts';
import {
  archiveRunsData,
  deleteRunsData,
  getRunMetadataData,
  killRunsData,
  moveRunsData,
  pauseRunsData,
  postRunMetadataData,
  resumeRunsData,
  runPrepareForReportingData,
  searchRunsData,
  unarchiveRunsData,
} from './runs-generated.ts';

// People only for unmanaged trials.
export const runPrepareForReportingRoute = /* @__PURE__ */ route(runPrepareForReportingData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'run', by: 'runId', ownSession: true, more: true },
  changes: ['run', 'trial'],
});
// Only runs one may view; a project one may not view does not exist.
export const searchRunsRoute = /* @__PURE__ */ route(searchRunsData, {
  needs: { more: true },
  reads: ['run', 'experiment', 'trial', 'progress', 'metric', 'checkpoint', 'project', 'workspace'],
  of: { project: 'projectId' },
});
// VIEW_EXPERIMENT_METADATA, DELETE_EXPERIMENT on each run, CREATE_EXPERIMENT on the destination; a refusal is that
// item's answer.
export const moveRunsRoute = /* @__PURE__ */ route(moveRunsData, {
  needs: { more: true },
  changes: ['run', 'experiment', 'project', 'workspace'],
});
// UPDATE_EXPERIMENT on each run; a refusal is that item's answer.
export const killRunsRoute = /* @__PURE__ */ route(killRunsData, {
  needs: { more: true },
  changes: ['run', 'trial', 'experiment', 'job'],
});
// DELETE_EXPERIMENT on each run (without roles: its owner, or an admin); a refusal is that item's answer.
export const deleteRunsRoute = /* @__PURE__ */ route(deleteRunsData, {
  needs: { more: true },
  changes: ['run', 'trial', 'experiment', 'checkpoint', 'project'],
});
// UPDATE_EXPERIMENT_METADATA on each run; a refusal is that item's answer.
export const archiveRunsRoute = /* @__PURE__ */ route(archiveRunsData, {
  needs: { more: true },
  changes: ['run', 'experiment'],
});
// UPDATE_EXPERIMENT_METADATA on each run; a refusal is that item's answer.
export const unarchiveRunsRoute = /* @__PURE__ */ route(unarchiveRunsData, {
  needs: { more: true },
  changes: ['run', 'experiment'],
});
// UPDATE_EXPERIMENT on each run; a refusal is that item's answer.
export const pauseRunsRoute = /* @__PURE__ */ route(pauseRunsData, {
  needs: { more: true },
  changes: ['run', 'trial', 'experiment', 'job'],
});
// UPDATE_EXPERIMENT on each run; a refusal is that item's answer.
export const resumeRunsRoute = /* @__PURE__ */ route(resumeRunsData, {
  needs: { more: true },
  changes: ['run', 'trial', 'experiment', 'job'],
});
export const getRunMetadataRoute = /* @__PURE__ */ route(getRunMetadataData, {
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'run', by: 'runId' },
  reads: ['run'],
});
export const postRunMetadataRoute = /* @__PURE__ */ route(postRunMetadataData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'run', by: 'runId' },
  changes: ['run'],
});
