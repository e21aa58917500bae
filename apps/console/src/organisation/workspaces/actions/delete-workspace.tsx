import { deleteWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { Trash } from 'lucide-react';
import { type AskProps, defineAction } from '#platform/actions/action.ts';
import { useCall } from '#platform/api/call.ts';
import { canDeleteWorkspace } from '#platform/session/checks.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { plural } from '#ui/format/words.ts';
import { DeleteByNameDialog } from '../../shared/delete-by-name-dialog.tsx';
import type { Workspace } from '../shared/pinned-workspaces.ts';
import { workspaceKind } from './workspace-kind.ts';

export const deleteWorkspace = defineAction({
  key: 'delete',
  label: 'Delete',
  icon: Trash,
  danger: true,
  kind: workspaceKind,
  needs: canDeleteWorkspace,
  route: deleteWorkspaceRoute,
  request: ({ id }) => ({ id }),
  rule: ({ immutable, numExperiments }) => {
    if (immutable) return 'absent';
    return numExperiments > 0 ? { blocked: worded`has experiments` } : 'acts';
  },
  ask: async () => DeleteWorkspaceDialog,
  failed: 'Unable to delete workspace.',
});

/** `onGone` leaves the page that shows it, before its data is asked for again. */
function DeleteWorkspaceDialog({ subjects: [workspace], onClose, onGone }: AskProps<Workspace>) {
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
        ? worded`Its ${plural(workspace.numProjects, 'project')} and their notes go with it. It holds no experiments.`
        : 'It is empty.'}
    </DeleteByNameDialog>
  );
}
