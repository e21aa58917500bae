import { getRolesAssignedToUserRoute } from '@determined/contract/identity/roles-routes.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { useClusterInfo } from '#platform/session/cluster-info.ts';
import type { User } from '../shared/user.ts';

export interface HeldRoles {
  /** Undefined until they are known. */
  ids: number[] | undefined;
  error: Error | null;
}

/** Those that a user has himself for the whole cluster, not through a group. */
export function useHeldRoles({ id }: User): HeldRoles {
  const { data, error } = useCallQuery(
    getRolesAssignedToUserRoute,
    { userId: id },
    { enabled: useClusterInfo()?.rbacEnabled === true },
  );
  const ids = data?.roles.flatMap(({ role, userRoleAssignments }) => {
    const has = userRoleAssignments.some((one) => one.userId === id && one.roleAssignment?.scopeCluster);
    return role && has ? [role.roleId] : [];
  });
  return { ids, error };
}
