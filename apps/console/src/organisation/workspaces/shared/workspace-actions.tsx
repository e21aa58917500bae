import {
  archiveWorkspaceRoute,
  deleteWorkspaceRoute,
  pinWorkspaceRoute,
  unarchiveWorkspaceRoute,
  unpinWorkspaceRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import { Archive, ArchiveRestore, Eye, Pencil, Pin, PinOff, Trash } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { messageOf } from '#platform/api/console-error.ts';
import { reportError } from '#platform/api/report-error.ts';
import { useMay } from '#platform/session/may.ts';
import { type RowAction, RowMenu } from '#ui/primitives/row-menu.tsx';
import { act } from '../../shared/act.ts';
import { DeleteWorkspaceDialog } from '../forms/delete-workspace-dialog.tsx';
import type { Workspace } from './pinned-workspaces.ts';
import { useWorkspaceRights } from './use-workspace-rights.ts';

/** Comes with a reader of YAML: fetched when it is asked for. */
const loadEdit = () => import('../forms/edit-workspace-dialog.tsx');
const EditWorkspaceDialog = lazy(async () => ({ default: (await loadEdit()).EditWorkspaceDialog }));

/** What can be done with a workspace. The fixed one has no actions. */
export function WorkspaceActions({ workspace, onGone }: { workspace: Workspace; onGone?: () => void }) {
  const [asking, setAsking] = useState<'edit' | 'delete'>();
  const actions = useWorkspaceActions(workspace, setAsking);
  const rights = useWorkspaceRights(workspace);
  const close = () => setAsking(undefined);
  if (workspace.immutable) return null;
  return (
    <>
      <RowMenu of={workspace.name} actions={actions} />
      <Suspense>
        {asking === 'edit' ? <EditWorkspaceDialog workspace={workspace} rights={rights} onClose={close} /> : null}
      </Suspense>
      {asking === 'delete' ? <DeleteWorkspaceDialog workspace={workspace} onClose={close} onGone={onGone} /> : null}
    </>
  );
}

/** A pin is everybody's own; the rest is for who may change the workspace. */
function useWorkspaceActions(workspace: Workspace, ask: (what: 'edit' | 'delete') => void): RowAction[] {
  const may = useMay();
  const rights = useWorkspaceRights(workspace);
  const { id, pinned, archived } = workspace;
  const target = { workspaceId: id, ownerId: workspace.userId };
  const actions: RowAction[] = [
    pinned
      ? { label: 'Unpin', icon: PinOff, run: () => act(unpinWorkspaceRoute, { id }, 'Unable to unpin workspace.') }
      : { label: 'Pin', icon: Pin, run: () => act(pinWorkspaceRoute, { id }, 'Unable to pin workspace.') },
  ];
  const edit = () =>
    loadEdit().then(
      () => ask('edit'),
      (error) => reportError(error, { title: 'Unable to open the form.', message: messageOf(error) }),
    );
  actions.push(
    rights.any ? { label: 'Edit', icon: Pencil, run: edit } : { label: 'View Config', icon: Eye, run: edit },
  );
  if (may(archiveWorkspaceRoute.needs, target))
    actions.push(
      archived
        ? {
            label: 'Unarchive',
            icon: ArchiveRestore,
            run: () => act(unarchiveWorkspaceRoute, { id }, 'Unable to unarchive workspace.'),
          }
        : {
            label: 'Archive',
            icon: Archive,
            run: () => act(archiveWorkspaceRoute, { id }, 'Unable to archive workspace.'),
          },
    );
  if (may(deleteWorkspaceRoute.needs, target))
    actions.push({
      label: 'Delete',
      icon: Trash,
      danger: true,
      disabledReason: workspace.numExperiments > 0 ? 'has experiments' : undefined,
      run: () => ask('delete'),
    });
  return actions;
}
