import { deleteWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { useCall } from '#platform/api/call.ts';
import { plural } from '#ui/format/words.ts';
import { DeleteByNameDialog } from '../../shared/delete-by-name-dialog.tsx';
import type { Workspace } from '../shared/pinned-workspaces.ts';

interface DeleteWorkspaceDialogProps {
  workspace: Workspace;
  onClose: () => void;
  /** Leaves the page that shows it, before its data is asked for again. */
  onGone?: () => void;
}

export function DeleteWorkspaceDialog({ workspace, onClose, onGone }: DeleteWorkspaceDialogProps) {
  const remove = useCall(deleteWorkspaceRoute, { onAnswer: onGone });
  return (
    <DeleteByNameDialog
      thing="workspace"
      name={workspace.name}
      ask="Please type the workspace name to confirm"
      working={remove.isPending}
      error={remove.error}
      failed="Unable to delete workspace."
      onDelete={() => remove.mutate({ id: workspace.id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      {workspace.numProjects > 0
        ? `Its ${plural(workspace.numProjects, 'project')} and their notes go with it. It holds no experiments.`
        : 'It is empty.'}
    </DeleteByNameDialog>
  );
}
