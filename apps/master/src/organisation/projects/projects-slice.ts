import './project-tables.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import type { Slice } from '#platform/slice.ts';
import { workspaceDeleting } from '../workspaces/shared/workspace-hooks.ts';
import { deleteProjectsOf } from './delete-projects-of.ts';
import { projectChanged } from './project-events.ts';
import { projectSubject } from './project-subject.ts';
import { projectsRoutes } from './projects-routes.ts';

export const projectsSlice: Slice = {
  routes: projectsRoutes,
  subjects: { project: projectSubject },
  hints: [
    hintsOf(projectChanged, ({ projectId, workspaceId }) => [
      { entity: 'project', of: { project: projectId, workspace: workspaceId } },
    ]),
  ],
  setUp: (master) =>
    void workspaceDeleting.on(master, (tx, { workspaceId, asked }) => deleteProjectsOf(tx, workspaceId, asked)),
};
