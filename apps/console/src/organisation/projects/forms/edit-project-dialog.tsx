import { patchProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { useCall } from '#platform/api/call.ts';
import type { Project } from '../shared/project.ts';
import { ProjectDialog } from './project-dialog.tsx';

export function EditProjectDialog({ project, onClose }: { project: Project; onClose: () => void }) {
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
