import { deleteWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { Trash } from 'lucide-react';
import { type AskProps, defineAction } from '#platform/actions/action.ts';
import { canDeleteWorkspace } from '#platform/session/checks.ts';
import { DeleteWorkspaceDialog } from '../forms/delete-workspace-dialog.tsx';
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
    return numExperiments > 0 ? { blocked: 'has experiments' } : 'acts';
  },
  ask: async () => AskToDelete,
  failed: 'Unable to delete workspace.',
});

function AskToDelete({ subjects: [workspace], ...props }: AskProps<Workspace>) {
  return <DeleteWorkspaceDialog workspace={workspace} {...props} />;
}
