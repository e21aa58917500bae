import { moveProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { FolderInput } from 'lucide-react';
import { defineAction } from '#platform/actions/action.ts';
import { canMoveProjects } from '#platform/session/checks.ts';
import { isFixed, type ProjectSubject, projectKind } from './project-subject.ts';

export const moveProject = defineAction<ProjectSubject, typeof moveProjectRoute>({
  key: 'move',
  label: 'Move',
  icon: FolderInput,
  kind: projectKind,
  needs: canMoveProjects,
  route: moveProjectRoute,
  request: ({ id }) => ({ projectId: id }),
  rule: (project) => (isFixed(project) || project.archived ? 'absent' : 'acts'),
  ask: async () => (await import('../forms/move-project-dialog.tsx')).MoveProjectDialog,
  failed: 'Unable to move project',
});
