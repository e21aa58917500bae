import { getGroupRoute, updateGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import { assignRolesRoute, getRolesAssignedToGroupRoute } from '@determined/contract/identity/roles-routes.ts';
import { changesOf } from '@determined/contract/staleness.ts';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AskProps } from '#platform/actions/action.ts';
import { call, useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { refresh } from '#platform/api/query-client.ts';
import { canModifyPermissions } from '#platform/session/checks.ts';
import { useMay } from '#platform/session/may.ts';
import { toast } from '#platform/toasts.tsx';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { changeClusterRoles } from '../../shared/change-cluster-roles.ts';
import { ClusterRolesField } from '../../shared/cluster-roles-field.tsx';
import type { Group } from '../shared/group.ts';
import { groupNameProblem } from './group-name.ts';
import { MembersField } from './members-field.tsx';

interface Fields {
  name: string;
  added: number[];
  removed: number[];
  /** Undefined until they are known, or where they are not changed. */
  roles: number[] | undefined;
}

export function EditGroupDialog({ subjects: [current], onClose }: AskProps<Group>) {
  // What others change meanwhile is not taken back by what this form shows.
  const [group] = useState(current);
  const groupId = group.id;
  const members = useCallQuery(getGroupRoute, { groupId });
  const roles = useCallQuery(getRolesAssignedToGroupRoute, { groupId });
  const held = roles.data?.assignments.flatMap(({ roleId, scopeCluster }) => (scopeCluster ? [roleId] : []));
  const gives = useMay()(canModifyPermissions);
  const form = useForm<Fields>({
    initialValues: { name: group.name, added: [], removed: [], roles: undefined },
    validate: { name: groupNameProblem },
  });
  const save = useMutation({
    mutationFn: async ({ name, added, removed, roles: chosen = held ?? [] }: Fields) => {
      if (name.trim() !== group.name || added.length + removed.length > 0)
        await call(updateGroupRoute, { groupId, name: name.trim(), addUsers: added, removeUsers: removed });
      const add = chosen.filter((id) => !held?.includes(id));
      const remove = held?.filter((id) => !chosen.includes(id)) ?? [];
      await changeClusterRoles({ to: { groupIds: [groupId] }, add, remove });
    },
    // Also where only the first of its calls was taken.
    onSettled: () => refresh([...changesOf(updateGroupRoute, { groupId }), ...changesOf(assignRolesRoute, {})]),
  });
  const submit = (fields: Fields) => {
    const { name, added, removed, roles: chosen } = fields;
    const sameRoles = chosen === undefined || isSame(chosen, held ?? []);
    if (name.trim() === group.name && added.length + removed.length === 0 && sameRoles) {
      onClose();
      toast.done('No changes to save.');
      return;
    }
    save.mutate(fields, {
      onSuccess: () => {
        onClose();
        toast.done('Group has been updated.');
      },
    });
  };
  const inWorkspaces = group.gives.filter((_, at) => group.roles[at]?.workspaces !== null);
  return (
    <FormDialog
      title="Edit Group"
      submit="Save"
      inactive={form.values.name.trim() === ''}
      working={save.isPending}
      problem={save.error ? `Error editing group. ${messageOf(save.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit(submit, focusFirstError(form))}
    >
      <TextInput
        label="Group Name"
        withAsterisk
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('name')}
      />
      <MembersField
        members={members.data?.group?.users}
        error={members.error}
        added={form.values.added}
        removed={form.values.removed}
        onChange={({ added, removed }) => form.setValues({ added, removed })}
      />
      {roles.error ? (
        <p role="alert">Unable to fetch this group's roles. {messageOf(roles.error)}</p>
      ) : (
        <ClusterRolesField
          disabled={held === undefined || !gives}
          value={form.values.roles ?? held ?? []}
          onChange={(ids) => form.setFieldValue('roles', ids)}
        />
      )}
      {inWorkspaces.length > 0 ? <p className="muted">It is also {inWorkspaces.join(', ')}.</p> : null}
    </FormDialog>
  );
}

const isSame = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((id) => other.includes(id));
