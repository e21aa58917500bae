import { createGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { toast } from '#platform/toasts.tsx';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { groupNameProblem } from './group-name.ts';
import { PeopleField } from './people-field.tsx';

export function NewGroupDialog({ onClose }: { onClose: () => void }) {
  const create = useCall(createGroupRoute);
  const form = useForm<{ name: string; people: number[] }>({
    initialValues: { name: '', people: [] },
    validate: { name: groupNameProblem },
  });
  return (
    <FormDialog
      title="New Group"
      submit="Save"
      inactive={form.values.name.trim() === ''}
      working={create.isPending}
      problem={create.error ? `Error creating new group. ${messageOf(create.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit(
        ({ name, people }) =>
          create.mutate(
            { name: name.trim(), addUsers: people },
            {
              onSuccess: () => {
                onClose();
                toast.done('New group has been created.');
              },
            },
          ),
        focusFirstError(form),
      )}
    >
      <TextInput
        label="Group Name"
        withAsterisk
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('name')}
      />
      <PeopleField label="Members" {...form.getInputProps('people')} value={form.values.people} />
    </FormDialog>
  );
}
