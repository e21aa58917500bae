import { patchUsersRoute } from '@determined/contract/identity/users-routes.ts';
import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { toast } from '#platform/toasts.tsx';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import type { User } from '../shared/user.ts';
import { userWords } from './user-words.ts';

interface ChangeStatusDialogProps {
  users: readonly User[];
  onDone: () => void;
  onClose: () => void;
}

/** Activates or deactivates the chosen users. */
export function ChangeStatusDialog({ users, onDone, onClose }: ChangeStatusDialogProps) {
  const change = useCall(patchUsersRoute);
  const [refused, setRefused] = useState('');
  const form = useForm({
    initialValues: { status: '' },
    validate: { status: (status) => (status === '' ? 'This field is required' : null) },
  });
  const send = (activate: boolean) =>
    change.mutate(
      { userIds: users.map(({ id }) => id), activate },
      {
        onSuccess: ({ results }) => {
          const [first, ...more] = results.filter(({ error }) => error !== '');
          if (first) {
            const name = users.find(({ id }) => id === first.id)?.name;
            setRefused(`${name}: ${first.error}${more.length > 0 ? ` ${more.length} more refused.` : ''}`);
            return;
          }
          onClose();
          onDone();
          toast.done('Successfully changed status');
        },
      },
    );
  const problem = change.error ? messageOf(change.error) : refused;
  return (
    <FormDialog
      title="Change Status"
      submit="Save"
      working={change.isPending}
      problem={problem ? `Unable to change status. ${problem}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit(({ status }) => send(status === 'activate'), focusFirstError(form))}
    >
      <p>{userWords(users)}</p>
      <NativeSelect
        label="Status"
        withAsterisk
        data-autofocus
        data={[
          { value: '', label: 'Choose…' },
          { value: 'activate', label: 'Activate' },
          { value: 'deactivate', label: 'Deactivate: ends their sessions and tokens' },
        ]}
        {...form.getInputProps('status')}
      />
    </FormDialog>
  );
}
