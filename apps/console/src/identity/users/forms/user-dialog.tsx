import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import { patchUserRoute, postUserRoute } from '@determined/contract/identity/users-routes.ts';
import { changesOf } from '@determined/contract/staleness.ts';
import { TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AskProps } from '#platform/actions/action.ts';
import { call } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { refresh } from '#platform/api/query-client.ts';
import { canModifyPermissions } from '#platform/session/checks.ts';
import { useClusterInfo } from '#platform/session/cluster-info.ts';
import { useMay } from '#platform/session/may.ts';
import { toast } from '#platform/toasts.tsx';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { Switch } from '#ui/primitives/switch.tsx';
import { changeClusterRoles } from '../../shared/change-cluster-roles.ts';
import { ClusterRolesField } from '../../shared/cluster-roles-field.tsx';
import { hashPassword } from '../../shared/hash-password.ts';
import { NewPasswordInput } from '../../shared/new-password-input.tsx';
import type { User } from '../shared/user.ts';
import { type HeldRoles, useHeldRoles } from './held-roles.ts';
import { fieldsOf, type UserFields, userChecks } from './user-fields.ts';

export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const create = useMutation({
    mutationFn: async ({ username, displayName, admin, remote, password, roles = [] }: UserFields) => {
      const { user } = await call(postUserRoute, {
        user: { username: username.trim(), displayName: displayName.trim(), admin, active: true, remote },
        password: remote ? '' : await hashPassword(password),
        isHashed: true,
      });
      const userIds = user ? [user.id] : [];
      // He is there from now on, also where the roles are refused.
      await changeClusterRoles({ to: { userIds }, add: roles, remove: [] }).catch((error: unknown) =>
        toast.fail('Unable to set roles.', messageOf(error)),
      );
    },
    onSuccess: () => refresh([...changesOf(postUserRoute, {}), ...changesOf(assignRolesRoute, {})]),
  });
  const form = useForm({ initialValues: fieldsOf(), validate: userChecks({ isNew: true }) });
  const submit = (fields: UserFields) =>
    create.mutate(fields, {
      onSuccess: () => {
        onClose();
        toast.done(
          fields.remote
            ? 'New remote user has been created; please configure access in IdP.'
            : 'New user has been created; advise user to change password as soon as possible.',
        );
      },
    });
  return (
    <FormDialog
      title="Add User"
      submit="Save"
      working={create.isPending}
      problem={create.error ? `Error creating new user. ${messageOf(create.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit(submit, focusFirstError(form))}
    >
      <UserForm form={form} />
    </FormDialog>
  );
}

export function EditUserDialog({ subjects: [current], onClose }: AskProps<User>) {
  // What others change meanwhile is not taken back by what this form shows.
  const [user] = useState(current);
  const rbac = useRbac();
  const held = useHeldRoles(user);
  const form = useForm({ initialValues: fieldsOf(user), validate: userChecks({ isNew: false }) });
  const edit = useMutation({
    mutationFn: async ({ displayName, admin, remote, password, roles = held.ids ?? [] }: UserFields) => {
      await call(patchUserRoute, {
        userId: user.id,
        user: {
          displayName: displayName.trim() === user.displayName ? undefined : displayName.trim(),
          ...(rbac ? { remote: remote === user.remote ? undefined : remote } : { admin }),
          ...(password !== '' && !remote ? { password: await hashPassword(password), isHashed: true } : {}),
        },
      });
      const add = roles.filter((id) => !held.ids?.includes(id));
      const remove = held.ids?.filter((id) => !roles.includes(id)) ?? [];
      await changeClusterRoles({ to: { userIds: [user.id] }, add, remove });
    },
    // Also where only the first of its calls was taken.
    onSettled: () => refresh([...changesOf(patchUserRoute, { userId: user.id }), ...changesOf(assignRolesRoute, {})]),
  });
  const submit = (fields: UserFields) =>
    edit.mutate(fields, {
      onSuccess: () => {
        onClose();
        toast.done('User has been updated');
      },
    });
  return (
    <FormDialog
      title="Edit User"
      submit="Save"
      working={edit.isPending}
      problem={edit.error ? `Error updating user. ${messageOf(edit.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit(submit, focusFirstError(form))}
    >
      <UserForm form={form} user={user} held={held} />
    </FormDialog>
  );
}

/** To look at, for who may not change accounts. */
export function ViewUserDialog({ subjects: [user], onClose }: AskProps<User>) {
  const held = useHeldRoles(user);
  const form = useForm({ initialValues: fieldsOf(user) });
  return (
    <FormDialog title="View User" onClose={onClose} onSubmit={onClose}>
      <UserForm form={form} user={user} held={held} readOnly />
    </FormDialog>
  );
}

interface UserFormProps {
  form: UseFormReturnType<UserFields>;
  /** Absent while he is being made. */
  user?: User;
  held?: HeldRoles;
  readOnly?: boolean;
}

function UserForm({ form, user, held, readOnly = false }: UserFormProps) {
  const rbac = useRbac();
  const gives = useMay()(canModifyPermissions);
  const { remote, admin, roles = held?.ids } = form.values;
  const field = { autoComplete: 'off', disabled: readOnly };
  const password = { withAsterisk: user === undefined, disabled: readOnly };
  return (
    <>
      <TextInput
        label="User Name"
        withAsterisk={user === undefined}
        {...field}
        // It is how scripts and configurations name him.
        disabled={user !== undefined}
        data-autofocus={user === undefined || undefined}
        {...form.getInputProps('username')}
      />
      <TextInput
        label="Display Name"
        {...field}
        data-autofocus={(user !== undefined && !readOnly) || undefined}
        {...form.getInputProps('displayName')}
      />
      {rbac ? (
        <Switch checked={remote} disabled={readOnly} onChange={(on) => form.setFieldValue('remote', on)}>
          Remote: signs in by a provider, and has no password here
        </Switch>
      ) : (
        <Switch checked={admin} disabled={readOnly} onChange={(on) => form.setFieldValue('admin', on)}>
          Admin
        </Switch>
      )}
      {rbac && held?.error ? <p role="alert">Unable to fetch this user's roles. {messageOf(held.error)}</p> : null}
      {rbac && !held?.error ? (
        <ClusterRolesField
          disabled={readOnly || !gives || roles === undefined}
          value={roles ?? []}
          onChange={(ids) => form.setFieldValue('roles', ids)}
        />
      ) : null}
      {remote || readOnly ? null : (
        <>
          <NewPasswordInput
            label="User Password"
            description={
              user === undefined
                ? '8 characters, with an uppercase letter, a lowercase letter and a number'
                : 'Left empty, it stays as it is'
            }
            {...password}
            {...form.getInputProps('password')}
          />
          <NewPasswordInput label="Confirm User Password" {...password} {...form.getInputProps('confirm')} />
        </>
      )}
    </>
  );
}

function useRbac(): boolean {
  return useClusterInfo()?.rbacEnabled === true;
}
