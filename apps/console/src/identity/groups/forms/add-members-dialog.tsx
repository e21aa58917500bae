import { getGroupRoute, updateGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { AskProps } from '#platform/actions/action.ts';
import { useCall, useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { toast } from '#platform/toasts.tsx';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import type { Group } from '../shared/group.ts';
import { PeopleField } from './people-field.tsx';

export function AddMembersDialog({ subjects: [current], onClose }: AskProps<Group>) {
  const [group] = useState(current);
  const members = useCallQuery(getGroupRoute, { groupId: group.id }).data?.group?.users ?? [];
  const add = useCall(updateGroupRoute);
  const form = useForm<{ people: number[] }>({
    initialValues: { people: [] },
    validate: { people: (people) => (people.length === 0 ? 'User is required' : null) },
  });
  return (
    <FormDialog
      title={`Add members to ${group.name}`}
      submit="Add Members"
      working={add.isPending}
      problem={add.error ? `Unable to add users to group. ${messageOf(add.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit(
        ({ people }) =>
          add.mutate(
            { groupId: group.id, addUsers: people },
            {
              onSuccess: () => {
                onClose();
                toast.done(`${people.length} users added to group.`);
              },
            },
          ),
        focusFirstError(form),
      )}
    >
      <PeopleField
        label="Users"
        withAsterisk
        data-autofocus
        without={new Set(members.map(({ id }) => id))}
        {...form.getInputProps('people')}
        value={form.values.people}
      />
    </FormDialog>
  );
}
