import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { useNavigate } from '@tanstack/react-router';
import { useCall } from '#platform/api/call.ts';
import { WorkspaceDialog } from './workspace-dialog.tsx';

export function NewWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const create = useCall(postWorkspaceRoute);
  const navigate = useNavigate();
  const submit = (name: string) =>
    create.mutate(
      { name },
      {
        onSuccess: ({ workspace }) => {
          onClose();
          if (workspace)
            void navigate({ to: '/workspaces/$workspaceId/{-$tab}', params: { workspaceId: String(workspace.id) } });
        },
      },
    );
  return (
    <WorkspaceDialog
      title="New Workspace"
      submit="Create Workspace"
      name=""
      working={create.isPending}
      error={create.error}
      failed="Unable to create workspace."
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
