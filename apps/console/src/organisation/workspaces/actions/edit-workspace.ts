import { patchWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { Eye, Pencil } from 'lucide-react';
import { type Action, defineAction } from '#platform/actions/action.ts';
import type { Workspace } from '../shared/pinned-workspaces.ts';
import { workspaceRights } from '../shared/workspace-rights.ts';
import { workspaceKind } from './workspace-kind.ts';

/** Its form comes with a reader of YAML: fetched when it is asked for. */
const form = {
  kind: workspaceKind,
  route: patchWorkspaceRoute,
  request: ({ id }: Workspace) => ({ id }),
  // Each field has a rule of its own.
  needs: { permission: 'none', and: [], withoutRbac: 'anyone' },
  ask: async () => (await import('../forms/edit-workspace-dialog.tsx')).EditWorkspaceDialog,
  failed: 'Unable to save workspace.',
} satisfies Partial<Action<Workspace>>;

export const editWorkspace = defineAction({
  ...form,
  key: 'edit',
  label: 'Edit',
  icon: Pencil,
  rule: (workspace, may) => (!workspace.immutable && workspaceRights(workspace, may).any ? 'acts' : 'absent'),
});

/** The same form, to look at. */
export const viewWorkspace = defineAction({
  ...form,
  key: 'view',
  label: 'View Config',
  icon: Eye,
  rule: (workspace, may) => (workspace.immutable || workspaceRights(workspace, may).any ? 'absent' : 'acts'),
});
