import './template-tables.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import type { Slice } from '#platform/slice.ts';
import { workspaceDeleting } from '../workspaces/shared/workspace-hooks.ts';
import { templateChanged } from './template-events.ts';
import { deleteTemplatesOf } from './template-store.ts';
import { templateSubject } from './template-subject.ts';
import { templatesRoutes } from './templates-routes.ts';

export const templatesSlice: Slice = {
  routes: templatesRoutes,
  subjects: { template: templateSubject },
  hints: [hintsOf(templateChanged, ({ workspaceId }) => [{ entity: 'template', of: { workspace: workspaceId } }])],
  setUp: (master) => void workspaceDeleting.on(master, (tx, { workspaceId }) => deleteTemplatesOf(tx, workspaceId)),
};
