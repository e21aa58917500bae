import { patchWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { useCall } from '#platform/api/call.ts';
import type { Workspace } from '../shared/pinned-workspaces.ts';
import { WorkspaceDialog } from './workspace-dialog.tsx';

export function EditWorkspaceDialog({ workspace, onClose }: { workspace: Workspace; onClose: () => void }) {
  const edit = useCall(patchWorkspaceRoute);
  return (
    <WorkspaceDialog
      title="Edit Workspace"
      submit="Save Changes"
      name={workspace.name}
      working={edit.isPending}
      error={edit.error}
      failed="Unable to save workspace."
      onSubmit={(name) => edit.mutate({ id: workspace.id, workspace: { name } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
