import { patchProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { Pencil } from 'lucide-react';
import { defineAction } from '#platform/actions/action.ts';
import { canModifyProjects } from '#platform/session/checks.ts';
import { isFixed, projectKind } from './project-subject.ts';

export const editProject = defineAction({
  key: 'edit',
  label: 'Edit',
  icon: Pencil,
  kind: projectKind,
  needs: canModifyProjects,
  route: patchProjectRoute,
  request: ({ id }) => ({ id }),
  // A form is about one.
  rule: (project) => (isFixed(project) || project.archived ? 'absent' : 'acts'),
  ask: async () => (await import('../forms/edit-project-dialog.tsx')).EditProjectDialog,
  failed: 'Unable to edit project.',
});
