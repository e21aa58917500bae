import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { type Rule, useMay } from '#platform/session/may.ts';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import { EditWorkspaceDialog } from '../forms/edit-workspace-dialog.tsx';
import type { Workspace } from './pinned-workspaces.ts';

/** The call leaves its fields' own rules to the server; this is the name's. */
const rename: Rule = { permission: 'UPDATE_WORKSPACE', and: [], withoutRbac: 'owner' };

/** What can be done with a workspace. The fixed one has no actions. */
export function WorkspaceActions({ workspace }: { workspace: Workspace }) {
  const may = useMay();
  const [editing, setEditing] = useState(false);
  if (workspace.immutable || !may(rename, { workspaceId: workspace.id, ownerId: workspace.userId })) return null;
  const disabledReason = workspace.archived ? 'archived' : undefined;
  return (
    <>
      <RowMenu
        of={workspace.name}
        actions={[{ label: 'Edit', icon: Pencil, disabledReason, run: () => setEditing(true) }]}
      />
      {editing ? <EditWorkspaceDialog workspace={workspace} onClose={() => setEditing(false)} /> : null}
    </>
  );
}
