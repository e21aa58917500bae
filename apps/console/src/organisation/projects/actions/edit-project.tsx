import { patchProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { Pencil } from 'lucide-react';
import { type AskProps, defineAction } from '#platform/actions/action.ts';
import { canModifyProjects } from '#platform/session/checks.ts';
import { EditProjectDialog } from '../forms/edit-project-dialog.tsx';
import { isFixed, type ProjectSubject, projectKind } from './project-subject.ts';

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
  ask: async () => AskToEdit,
  failed: 'Unable to edit project.',
});

function AskToEdit({ subjects: [project], onClose }: AskProps<ProjectSubject>) {
  return <EditProjectDialog project={project} onClose={onClose} />;
}
