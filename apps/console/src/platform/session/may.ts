import { getPermissionsSummaryRoute } from '@determined/contract/identity/roles-routes.ts';
import { callQuery, useRead } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { loadClusterInfo, useClusterInfo } from './cluster-info.ts';
import { type Rule, reasonAgainst, type Target } from './rights.ts';
import { useCurrentUser } from './session.ts';

/** Whether the signed-in user may: `may(canCreateWorkspace)`. */
export type May = (rule: Rule, target?: Target) => boolean;

/** Why the signed-in user may not: what is missing, where, and who can give it; undefined where he may. */
export type WhyNot = (rule: Rule, target?: Target) => string | undefined;

/** Until they are there everything would look forbidden, a page of one's own as well. */
export async function loadRights(): Promise<void> {
  const { rbacEnabled } = await loadClusterInfo();
  if (rbacEnabled) await queryClient.ensureQueryData(callQuery(getPermissionsSummaryRoute, {}));
}

export function useMay(): May {
  const whyNot = useWhyNot();
  return (rule, target) => whyNot(rule, target) === undefined;
}

export function useWhyNot(): WhyNot {
  const user = useCurrentUser();
  const rbac = useClusterInfo()?.rbacEnabled === true;
  // As with what the cluster is: a page has hundreds of these, and its last come seconds after its first.
  const query = { ...callQuery(getPermissionsSummaryRoute, {}), staleTime: pollEvery.default };
  const summary = useRead(query, { enabled: rbac, poll: pollEvery.permissions }).data;
  return (rule, target) => reasonAgainst({ user, rbac, summary }, rule, target);
}
