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

export const runPrepareForReportingRoute = /* @__PURE__ */ route(runPrepareForReportingData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'run', by: 'runId' },
  changes: ['run', 'trial'],
});
export const searchRunsRoute = /* @__PURE__ */ route(searchRunsData, {
  needs: {
    checks: [
      { kind: 'scope', on: 'run', by: 'runs', needs: ['VIEW_EXPERIMENT_METADATA'] },
      { kind: 'also', on: 'project', by: 'projectId', needs: ['VIEW_EXPERIMENT_METADATA'] },
    ],
  },
  reads: ['run', 'experiment', 'trial', 'progress', 'metric', 'checkpoint', 'project', 'workspace'],
  of: { project: 'projectId' },
});
export const moveRunsRoute = /* @__PURE__ */ route(moveRunsData, {
  needs: {
    checks: [
      {
        kind: 'each',
        on: 'run',
        by: 'runIds',
        needs: ['VIEW_EXPERIMENT_METADATA', 'DELETE_EXPERIMENT'],
        refuses: 'item',
      },
      { kind: 'also', on: 'project', by: 'destinationProjectId', needs: ['CREATE_EXPERIMENT'] },
    ],
  },
  changes: ['run', 'experiment', 'project', 'workspace'],
});
export const killRunsRoute = /* @__PURE__ */ route(killRunsData, {
  needs: { checks: [{ kind: 'each', on: 'run', by: 'runIds', needs: ['UPDATE_EXPERIMENT'], refuses: 'item' }] },
  changes: ['run', 'trial', 'experiment', 'job'],
});
export const deleteRunsRoute = /* @__PURE__ */ route(deleteRunsData, {
  needs: {
    checks: [
      { kind: 'each', on: 'run', by: 'runIds', needs: ['DELETE_EXPERIMENT'], refuses: 'item', withoutRbac: 'owner' },
    ],
  },
  changes: ['run', 'trial', 'experiment', 'checkpoint', 'project'],
});
export const archiveRunsRoute = /* @__PURE__ */ route(archiveRunsData, {
  needs: {
    checks: [{ kind: 'each', on: 'run', by: 'runIds', needs: ['UPDATE_EXPERIMENT_METADATA'], refuses: 'item' }],
  },
  changes: ['run', 'experiment'],
});
export const unarchiveRunsRoute = /* @__PURE__ */ route(unarchiveRunsData, {
  needs: {
    checks: [{ kind: 'each', on: 'run', by: 'runIds', needs: ['UPDATE_EXPERIMENT_METADATA'], refuses: 'item' }],
  },
  changes: ['run', 'experiment'],
});
export const pauseRunsRoute = /* @__PURE__ */ route(pauseRunsData, {
  needs: { checks: [{ kind: 'each', on: 'run', by: 'runIds', needs: ['UPDATE_EXPERIMENT'], refuses: 'item' }] },
  changes: ['run', 'trial', 'experiment', 'job'],
});
export const resumeRunsRoute = /* @__PURE__ */ route(resumeRunsData, {
  needs: { checks: [{ kind: 'each', on: 'run', by: 'runIds', needs: ['UPDATE_EXPERIMENT'], refuses: 'item' }] },
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
