import { deleteProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { Trash } from 'lucide-react';
import { defineAction } from '#platform/actions/action.ts';
import { canDeleteProjects } from '#platform/session/checks.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { isFixed, projectKind } from './project-subject.ts';

export const deleteProject = defineAction({
  key: 'delete',
  label: 'Delete',
  icon: Trash,
  danger: true,
  kind: projectKind,
  needs: canDeleteProjects,
  route: deleteProjectRoute,
  request: ({ id }) => ({ id }),
  rule: (project) => {
    if (isFixed(project) || project.archived) return 'absent';
    return project.numExperiments > 0 ? { blocked: worded`has experiments` } : 'acts';
  },
  ask: async () => (await import('../forms/delete-project-dialog.tsx')).DeleteProjectDialog,
  failed: 'Unable to delete project',
});
