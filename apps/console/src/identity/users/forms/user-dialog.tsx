import { patchUserRoute, postUserRoute } from '@determined/contract/identity/users-routes.ts';
import { TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useState } from 'react';
import type { AskProps } from '#platform/actions/action.ts';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { useClusterInfo } from '#platform/session/cluster-info.ts';
import { toast } from '#platform/toasts.tsx';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { Switch } from '#ui/primitives/switch.tsx';
import { hashPassword } from '../../shared/hash-password.ts';
import { NewPasswordInput } from '../../shared/new-password-input.tsx';
import type { User } from '../shared/user.ts';
import { fieldsOf, type UserFields, userChecks } from './user-fields.ts';

export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const create = useCall(postUserRoute);
  const form = useForm({ initialValues: fieldsOf(), validate: userChecks({ isNew: true }) });
  const submit = async ({ username, displayName, admin, remote, password }: UserFields) =>
    create.mutate(
      {
        user: { username: username.trim(), displayName: displayName.trim(), admin, active: true, remote },
        password: remote ? '' : await hashPassword(password),
        isHashed: true,
      },
      {
        onSuccess: () => {
          onClose();
          toast.done(
            remote
              ? 'New remote user has been created; please configure access in IdP.'
              : 'New user has been created; advise user to change password as soon as possible.',
          );
        },
      },
    );
  return (
    <FormDialog
      title="Add User"
      submit="Save"
      working={create.isPending}
      problem={create.error ? `Error creating new user. ${messageOf(create.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit((fields) => void submit(fields), focusFirstError(form))}
    >
      <UserForm form={form} />
    </FormDialog>
  );
}

export function EditUserDialog({ subjects: [current], onClose }: AskProps<User>) {
  // What others change meanwhile is not taken back by what this form shows.
  const [user] = useState(current);
  const edit = useCall(patchUserRoute);
  const rbac = useRbac();
  const form = useForm({ initialValues: fieldsOf(user), validate: userChecks({ isNew: false }) });
  const submit = async ({ displayName, admin, remote, password }: UserFields) =>
    edit.mutate(
      {
        userId: user.id,
        user: {
          displayName: displayName.trim() === user.displayName ? undefined : displayName.trim(),
          ...(rbac ? { remote: remote === user.remote ? undefined : remote } : { admin }),
          ...(password !== '' && !remote ? { password: await hashPassword(password), isHashed: true } : {}),
        },
      },
      {
        onSuccess: () => {
          onClose();
          toast.done('User has been updated');
        },
      },
    );
  return (
    <FormDialog
      title="Edit User"
      submit="Save"
      working={edit.isPending}
      problem={edit.error ? `Error updating user. ${messageOf(edit.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit((fields) => void submit(fields), focusFirstError(form))}
    >
      <UserForm form={form} user={user} />
    </FormDialog>
  );
}

/** To look at, for who may not change accounts. */
export function ViewUserDialog({ subjects: [user], onClose }: AskProps<User>) {
  const form = useForm({ initialValues: fieldsOf(user) });
  return (
    <FormDialog title="View User" onClose={onClose} onSubmit={onClose}>
      <UserForm form={form} user={user} readOnly />
    </FormDialog>
  );
}

interface UserFormProps {
  form: UseFormReturnType<UserFields>;
  /** Absent while he is being made. */
  user?: User;
  readOnly?: boolean;
}

function UserForm({ form, user, readOnly = false }: UserFormProps) {
  const rbac = useRbac();
  const { remote, admin } = form.values;
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
