import type { Action } from '#platform/actions/action.ts';
import { useActions } from '#platform/actions/use-actions.ts';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import { archiveWorkspace, unarchiveWorkspace } from '../actions/archive-workspace.ts';
import { deleteWorkspace } from '../actions/delete-workspace.tsx';
import { editWorkspace, viewWorkspace } from '../actions/edit-workspace.ts';
import { pinWorkspace, unpinWorkspace } from '../actions/pin-workspace.ts';
import type { Workspace } from './pinned-workspaces.ts';

const workspaceActions: readonly Action<Workspace>[] = [
  unpinWorkspace,
  pinWorkspace,
  editWorkspace,
  viewWorkspace,
  unarchiveWorkspace,
  archiveWorkspace,
  deleteWorkspace,
];

interface WorkspaceMenuProps {
  workspace: Workspace;
  onGone?: () => void;
  inGrid?: boolean;
}

/** What can be done with a workspace. */
export function WorkspaceMenu({ workspace, onGone, inGrid }: WorkspaceMenuProps) {
  const actions = useActions(workspaceActions, workspace, { onGone });
  return <RowMenu inGrid={inGrid} of={workspace.name} actions={actions} />;
}
