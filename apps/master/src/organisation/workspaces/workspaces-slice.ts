import './workspace-tables.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import type { Slice } from '#platform/slice.ts';
import { workspaceChanged } from './workspace-events.ts';
import { workspaceSubject } from './workspace-subject.ts';
import { workspacesRoutes } from './workspaces-routes.ts';

export const workspacesSlice: Slice = {
  routes: workspacesRoutes,
  subjects: { workspace: workspaceSubject },
  hints: [hintsOf(workspaceChanged, ({ workspaceId }) => [{ entity: 'workspace', of: { workspace: workspaceId } }])],
};
