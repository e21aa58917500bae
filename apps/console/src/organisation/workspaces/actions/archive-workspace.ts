import { archiveWorkspaceRoute, unarchiveWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { Archive, ArchiveRestore } from 'lucide-react';
import { defineAction } from '#platform/actions/action.ts';
import { canModifyWorkspace } from '#platform/session/checks.ts';
import { workspaceKind } from './workspace-kind.ts';

export const archiveWorkspace = defineAction({
  key: 'archive',
  label: 'Archive',
  icon: Archive,
  kind: workspaceKind,
  needs: canModifyWorkspace,
  route: archiveWorkspaceRoute,
  request: ({ id }) => ({ id }),
  rule: ({ immutable, archived }) => (immutable || archived ? 'absent' : 'acts'),
  shown: { archived: true },
  done: { word: 'Archived', undo: () => unarchiveWorkspace },
  failed: 'Unable to archive workspace.',
});

export const unarchiveWorkspace = defineAction({
  key: 'unarchive',
  label: 'Unarchive',
  icon: ArchiveRestore,
  kind: workspaceKind,
  needs: canModifyWorkspace,
  route: unarchiveWorkspaceRoute,
  request: ({ id }) => ({ id }),
  rule: ({ immutable, archived }) => (immutable || !archived ? 'absent' : 'acts'),
  shown: { archived: false },
  failed: 'Unable to unarchive workspace.',
});
