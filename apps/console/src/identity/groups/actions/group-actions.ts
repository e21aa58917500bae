import { deleteGroupRoute, updateGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import { Pencil, Trash2, UserPlus } from 'lucide-react';
import { type Action, defineAction, type SubjectKind } from '#platform/actions/action.ts';
import type { Group } from '../shared/group.ts';

const groupKind: SubjectKind<Group> = {
  entity: 'group',
  noun: 'group',
  mark: 'people',
  target: () => ({}),
};

const changed = {
  kind: groupKind,
  route: updateGroupRoute,
  request: ({ id }: Group) => ({ groupId: id }),
  rule: () => 'acts',
  failed: 'Error editing group.',
} satisfies Partial<Action<Group>>;

const editGroup = defineAction<Group, typeof updateGroupRoute>({
  ...changed,
  key: 'edit',
  label: 'Edit Group',
  icon: Pencil,
  ask: async () => (await import('../forms/edit-group-dialog.tsx')).EditGroupDialog,
});

const addMembers = defineAction<Group, typeof updateGroupRoute>({
  ...changed,
  key: 'add-members',
  label: 'Add Members to Group',
  icon: UserPlus,
  ask: async () => (await import('../forms/add-members-dialog.tsx')).AddMembersDialog,
});

const deleteGroup = defineAction<Group, typeof deleteGroupRoute>({
  kind: groupKind,
  route: deleteGroupRoute,
  request: ({ id }) => ({ groupId: id }),
  rule: () => 'acts',
  key: 'delete',
  label: 'Delete Group',
  icon: Trash2,
  danger: true,
  ask: async () => (await import('../forms/delete-group-dialog.tsx')).DeleteGroupDialog,
  failed: 'error deleting group',
});

export const groupActions: readonly Action<Group>[] = [editGroup, addMembers, deleteGroup];
