import { saveProjectNotesRoute } from '@determined/contract/organisation/project-ext-routes.ts';
import * as contract from '@determined/contract/organisation/projects-routes.ts';
import { getWorkspaceProjectsRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { type Served, serve, serveExt } from '#platform/http/serve.ts';
import { archiveProject, unarchiveProject } from './archive-project.ts';
import { createProject } from './create-project.ts';
import { deleteProject } from './delete-project.ts';
import { getProject, getProjectByKey } from './get-project.ts';
import { listRecentProjects, listWorkspaceProjects } from './list-projects.ts';
import { moveProject } from './move-project.ts';
import { patchProject, refuseChange } from './patch-project.ts';
import { addProjectNote, putProjectNotes, saveProjectNotes } from './project-notes.ts';

export const projectsRoutes: Served[] = [
  serve(contract.getProjectRoute, getProject),
  serve(contract.getProjectByKeyRoute, getProjectByKey),
  serve(getWorkspaceProjectsRoute, listWorkspaceProjects),
  serve(contract.postProjectRoute, createProject),
  serve(contract.patchProjectRoute, patchProject, { refusedToAll: refuseChange }),
  serve(contract.deleteProjectRoute, deleteProject),
  serve(contract.archiveProjectRoute, archiveProject),
  serve(contract.unarchiveProjectRoute, unarchiveProject),
  serve(contract.moveProjectRoute, moveProject),
  serve(contract.addProjectNoteRoute, addProjectNote),
  serve(contract.putProjectNotesRoute, putProjectNotes),
  serveExt(saveProjectNotesRoute, saveProjectNotes),
  serve(contract.getProjectsByUserActivityRoute, listRecentProjects),
];
