import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { useNavigate } from '@tanstack/react-router';
import { useCall } from '#platform/api/call.ts';
import { projectTab } from '#platform/switches/thing-words.ts';
import { ProjectDialog, type ProjectFields } from './project-dialog.tsx';

export function NewProjectDialog({ workspaceId, onClose }: { workspaceId: number; onClose: () => void }) {
  const create = useCall(postProjectRoute);
  const navigate = useNavigate();
  const submit = (fields: ProjectFields) =>
    create.mutate(
      { workspaceId, ...fields },
      {
        onSuccess: ({ project }) => {
          onClose();
          if (!project) return;
          void navigate({
            to: '/projects/$projectId/{-$tab}',
            params: { projectId: String(project.id), tab: projectTab() },
          });
        },
      },
    );
  return (
    <ProjectDialog
      title="New Project"
      submit="Create Project"
      fields={{ name: '', description: '' }}
      blank="Name is required"
      working={create.isPending}
      error={create.error}
      failed="Unable to create project."
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
