import { getWorkspacesRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import type { Reply } from '@determined/contract/route.ts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';

export type Workspace = Reply<typeof getWorkspacesRoute>['workspaces'][number];

/** Oldest pin first, so that pinning adds at the end. */
export function byPinTime(workspaces: Workspace[]): Workspace[] {
  const pinned = workspaces.filter((workspace) => workspace.pinned && !workspace.immutable);
  // Times in UTC stand in the order of their texts.
  const at = ({ pinnedAt }: Workspace) => pinnedAt ?? '';
  return pinned.sort((one, other) => Number(at(one) > at(other)) - Number(at(one) < at(other)));
}

export function usePinnedWorkspaces() {
  return useQuery({
    ...callQuery(getWorkspacesRoute, { pinned: true, archived: false, limit: 0 }, ['workspace', 'project']),
    refetchInterval: pollEvery.slow,
    select: (reply) => byPinTime(reply.workspaces),
  });
}
