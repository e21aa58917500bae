import { patchProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import type { AskProps } from '#platform/actions/action.ts';
import { useCall } from '#platform/api/call.ts';
import type { ProjectSubject } from '../actions/project-subject.ts';
import { ProjectDialog } from './project-dialog.tsx';

export function EditProjectDialog({ subjects: [project], onClose }: AskProps<ProjectSubject>) {
  const edit = useCall(patchProjectRoute);
  return (
    <ProjectDialog
      title="Edit Project"
      submit="Save Changes"
      fields={{ name: project.name, description: project.description }}
      blank="Project name is required"
      working={edit.isPending}
      error={edit.error}
      failed="Unable to edit project."
      onSubmit={(fields) => edit.mutate({ id: project.id, project: fields }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
