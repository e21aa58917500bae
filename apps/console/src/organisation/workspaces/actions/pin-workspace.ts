import { pinWorkspaceRoute, unpinWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { Pin, PinOff } from 'lucide-react';
import { defineAction } from '#platform/actions/action.ts';
import { workspaceKind } from './workspace-kind.ts';

/** A pin is everybody's own. */
export const pinWorkspace = defineAction({
  key: 'pin',
  label: 'Pin',
  icon: Pin,
  kind: workspaceKind,
  route: pinWorkspaceRoute,
  request: ({ id }) => ({ id }),
  rule: ({ immutable, pinned }) => (immutable || pinned ? 'absent' : 'acts'),
  shown: { pinned: true },
  failed: 'Unable to pin workspace.',
});

export const unpinWorkspace = defineAction({
  key: 'unpin',
  label: 'Unpin',
  icon: PinOff,
  kind: workspaceKind,
  route: unpinWorkspaceRoute,
  request: ({ id }) => ({ id }),
  rule: ({ immutable, pinned }) => (immutable || !pinned ? 'absent' : 'acts'),
  shown: { pinned: false },
  failed: 'Unable to unpin workspace.',
});
