import { assignMultipleGroupsRoute } from '@determined/contract/identity/groups-routes.ts';
import { patchUserRoute, patchUsersRoute } from '@determined/contract/identity/users-routes.ts';
import { Link2, Pencil, UserCheck, UserRound, UsersRound, UserX } from 'lucide-react';
import { type Action, defineAction, type SubjectKind } from '#platform/actions/action.ts';
import { call } from '#platform/api/call.ts';
import { canModifyUsers } from '#platform/session/checks.ts';
import type { User } from '../shared/user.ts';

const userKind: SubjectKind<User> = {
  entity: 'user',
  noun: 'user',
  mark: 'remote',
  target: ({ id }) => ({ ownerId: id }),
};

const form = {
  kind: userKind,
  route: patchUserRoute,
  request: ({ id }: User) => ({ userId: id, user: {} }),
  needs: canModifyUsers,
  rule: () => 'acts',
  failed: 'Error updating user',
} satisfies Partial<Action<User>>;

const editUser = defineAction<User, typeof patchUserRoute>({
  ...form,
  key: 'edit',
  label: 'Edit User',
  icon: Pencil,
  ask: async () => (await import('../forms/user-dialog.tsx')).EditUserDialog,
});

/** For who may look at accounts but not change them. */
const viewUser = defineAction<User, typeof patchUserRoute>({
  ...form,
  key: 'view',
  label: 'View User',
  icon: UserRound,
  needs: { permission: 'none', and: [], withoutRbac: 'anyone' },
  ask: async () => (await import('../forms/user-dialog.tsx')).ViewUserDialog,
});

const manageGroups = defineAction<User, typeof assignMultipleGroupsRoute>({
  ...form,
  route: assignMultipleGroupsRoute,
  request: ({ id }) => ({ userIds: [id] }),
  key: 'manage-groups',
  label: 'Manage Groups',
  icon: UsersRound,
  ask: async () => (await import('../forms/manage-groups-dialog.tsx')).ManageGroupsDialog,
  failed: 'Error adding user to groups',
});

const linkAgent = defineAction<User, typeof patchUserRoute>({
  ...form,
  key: 'link-agent',
  label: 'Link with Agent UID/GID',
  icon: Link2,
  ask: async () => (await import('../forms/agent-dialog.tsx')).AgentDialog,
});

const setActive = (active: boolean) => ({
  kind: userKind,
  needs: canModifyUsers,
  route: patchUserRoute,
  request: ({ id }: User) => ({ userId: id, user: { active } }),
  many: async (ids: User['id'][]) => (await call(patchUsersRoute, { userIds: ids, activate: active })).results,
  shown: { active },
});

const activateUser: Action<User> = defineAction<User, typeof patchUserRoute>({
  ...setActive(true),
  key: 'activate',
  label: 'Activate',
  icon: UserCheck,
  rule: ({ active }) => (active ? 'absent' : 'acts'),
  done: { words: 'User has been activated', undo: () => deactivateUser },
  failed: 'Unable to activate user.',
});

const deactivateUser: Action<User> = defineAction<User, typeof patchUserRoute>({
  ...setActive(false),
  key: 'deactivate',
  label: 'Deactivate',
  icon: UserX,
  rule: ({ active }) => (active ? 'acts' : 'absent'),
  done: { words: 'User has been deactivated', undo: () => activateUser },
  failed: 'Unable to deactivate user.',
});

/** Of who may change accounts, in the specification's order; groups come with roles in force. */
export const userActions = (rbac: boolean): readonly Action<User>[] => [
  editUser,
  ...(rbac ? [manageGroups] : []),
  linkAgent,
  activateUser,
  deactivateUser,
];
export const viewActions: readonly Action<User>[] = [viewUser];
