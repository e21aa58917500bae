import { route } from '../route.ts';
import {
  addProjectNoteData,
  archiveProjectData,
  deleteProjectData,
  getMetadataValuesData,
  getProjectByKeyData,
  getProjectColumnsData,
  getProjectData,
  getProjectNumericMetricsRangeData,
  getProjectsByUserActivityData,
  moveProjectData,
  patchProjectData,
  postProjectData,
  putProjectNotesData,
  unarchiveProjectData,
} from './projects-generated.ts';

export const getProjectRoute = /* @__PURE__ */ route(getProjectData, {
  needs: { permission: 'VIEW_PROJECT', on: 'project', by: 'id' },
  reads: ['project', 'workspace', 'experiment'],
});
export const getProjectByKeyRoute = /* @__PURE__ */ route(getProjectByKeyData, {
  needs: { permission: 'VIEW_PROJECT', on: 'project', by: 'key' },
  reads: ['project', 'workspace', 'experiment'],
});
export const getProjectColumnsRoute = /* @__PURE__ */ route(getProjectColumnsData, {
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'project', by: 'id' },
  reads: ['experiment', 'trial', 'metric'],
});
export const getProjectNumericMetricsRangeRoute = /* @__PURE__ */ route(getProjectNumericMetricsRangeData, {
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'project', by: 'id' },
  reads: ['experiment', 'metric'],
});
export const postProjectRoute = /* @__PURE__ */ route(postProjectData, {
  needs: { permission: 'CREATE_PROJECT', on: 'workspace', by: 'workspaceId' },
  changes: ['project', 'workspace'],
});
export const addProjectNoteRoute = /* @__PURE__ */ route(addProjectNoteData, {
  needs: { permission: 'UPDATE_PROJECT', on: 'project', by: 'projectId' },
  changes: ['project'],
});
export const putProjectNotesRoute = /* @__PURE__ */ route(putProjectNotesData, {
  needs: { permission: 'UPDATE_PROJECT', on: 'project', by: 'projectId' },
  changes: ['project'],
});
export const patchProjectRoute = /* @__PURE__ */ route(patchProjectData, {
  needs: {
    permission: 'UPDATE_PROJECT',
    on: 'project',
    by: 'id',
    withoutRbac: 'ownerOrWorkspaceOwner',
    refusal: { withoutRoles: "can't set project name: non admin users need to own the project or workspace" },
  },
  changes: ['project', 'workspace'],
});
export const deleteProjectRoute = /* @__PURE__ */ route(deleteProjectData, {
  needs: {
    permission: 'DELETE_PROJECT',
    on: 'project',
    by: 'id',
    withoutRbac: 'ownerOrWorkspaceOwner',
    refusal: { withoutRoles: "can't delete project: non admin users need to own the project or workspace" },
    // Decision 35: by deleting what holds them nobody deletes experiments that he may not delete alone.
    checks: [
      { kind: 'also', on: 'experiment', by: '', needs: ['DELETE_EXPERIMENT'], withoutRbac: 'owner', asked: 'handler' },
    ],
  },
  changes: ['project', 'workspace', 'experiment', 'run'],
});
export const archiveProjectRoute = /* @__PURE__ */ route(archiveProjectData, {
  needs: {
    permission: 'UPDATE_PROJECT',
    on: 'project',
    by: 'id',
    withoutRbac: 'ownerOrWorkspaceOwner',
    refusal: { withoutRoles: "can't archive project: non admin users need to own the project or workspace" },
  },
  changes: ['project', 'workspace', 'experiment', 'run'],
});
export const unarchiveProjectRoute = /* @__PURE__ */ route(unarchiveProjectData, {
  needs: {
    permission: 'UPDATE_PROJECT',
    on: 'project',
    by: 'id',
    withoutRbac: 'ownerOrWorkspaceOwner',
    refusal: { withoutRoles: "can't unarchive project: non admin users need to own the project or workspace" },
  },
  changes: ['project', 'workspace', 'experiment', 'run'],
});
export const moveProjectRoute = /* @__PURE__ */ route(moveProjectData, {
  needs: {
    permission: 'DELETE_PROJECT',
    on: 'project',
    by: 'projectId',
    withoutRbac: 'owner',
    refusal: { withoutRoles: "non admin users can't move projects that someone else owns" },
    checks: [{ kind: 'also', on: 'workspace', by: 'destinationWorkspaceId', needs: ['CREATE_PROJECT'] }],
  },
  changes: ['project', 'workspace', 'experiment', 'run'],
});
export const getProjectsByUserActivityRoute = /* @__PURE__ */ route(getProjectsByUserActivityData, {
  needs: { checks: [{ kind: 'scope', on: 'project', by: 'projects', needs: ['VIEW_PROJECT'] }] },
  reads: ['project', 'workspace', 'experiment'],
});
export const getMetadataValuesRoute = /* @__PURE__ */ route(getMetadataValuesData, {
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'project', by: 'projectId' },
  reads: ['run'],
});
