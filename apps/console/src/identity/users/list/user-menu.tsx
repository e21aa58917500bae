import { useActions } from '#platform/actions/use-actions.ts';
import { canModifyUsers } from '#platform/session/checks.ts';
import { useClusterInfo } from '#platform/session/cluster-info.ts';
import { useMay } from '#platform/session/may.ts';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import { userActions, viewActions } from '../actions/user-actions.ts';
import type { User } from '../shared/user.ts';

/** What can be done with a user; where accounts are kept elsewhere, or may not be changed, to look at him. */
export function UserMenu({ user, inGrid }: { user: User; inGrid?: boolean }) {
  const changes = useMayChangeUsers();
  const rbac = useClusterInfo()?.rbacEnabled === true;
  const actions = useActions(changes ? userActions(rbac) : viewActions, user);
  return <RowMenu inGrid={inGrid} of={user.name} actions={actions} />;
}

export function useMayChangeUsers(): boolean {
  const may = useMay();
  return useClusterInfo()?.userManagementEnabled === true && may(canModifyUsers);
}
