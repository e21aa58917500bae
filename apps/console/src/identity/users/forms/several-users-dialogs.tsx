import { assignMultipleGroupsRoute } from '@determined/contract/identity/groups-routes.ts';
import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import { changesOf } from '@determined/contract/staleness.ts';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { refresh } from '#platform/api/query-client.ts';
import { toast } from '#platform/toasts.tsx';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { changeClusterRoles } from '../../shared/change-cluster-roles.ts';
import { ClusterRolesField } from '../../shared/cluster-roles-field.tsx';
import { GroupsField } from '../../shared/groups-field.tsx';
import type { User } from '../shared/user.ts';
import { userWords } from './user-words.ts';

interface SeveralUsersProps {
  users: readonly User[];
  onDone: () => void;
  onClose: () => void;
}

/** Into groups, besides those that they are in. */
export function AddToGroupsDialog(props: SeveralUsersProps) {
  const assign = useCall(assignMultipleGroupsRoute);
  return (
    <ChooseForAll
      {...props}
      title="Add to Groups"
      saved="Successfully added to groups"
      failed="Error adding user to groups"
      send={(addGroups) => assign.mutateAsync({ userIds: props.users.map(({ id }) => id), addGroups })}
      field={(input) => <GroupsField {...input} />}
    />
  );
}

/** Roles for the whole cluster, besides those that they have. */
export function SetRolesDialog(props: SeveralUsersProps) {
  const assign = useMutation({
    mutationFn: (add: number[]) =>
      changeClusterRoles({ to: { userIds: props.users.map(({ id }) => id) }, add, remove: [] }),
    onSettled: () => refresh(changesOf(assignRolesRoute, {})),
  });
  return (
    <ChooseForAll
      {...props}
      title="Set Roles"
      saved="Successfully set roles"
      failed="Unable to set roles."
      send={assign.mutateAsync}
      field={(input) => <ClusterRolesField description="They are added to the roles that they have." {...input} />}
    />
  );
}

interface ChooseForAllProps extends SeveralUsersProps {
  title: string;
  saved: string;
  failed: string;
  send: (ids: number[]) => Promise<unknown>;
  field: (input: {
    value: number[];
    onChange: (ids: number[]) => void;
    error?: ReactNode;
    withAsterisk: true;
    'data-autofocus': true;
  }) => ReactNode;
}

function ChooseForAll({ users, onDone, onClose, title, saved, failed, send, field }: ChooseForAllProps) {
  const save = useMutation({ mutationFn: send });
  const form = useForm<{ ids: number[] }>({
    initialValues: { ids: [] },
    validate: { ids: (ids) => (ids.length === 0 ? 'This field is required' : null) },
  });
  return (
    <FormDialog
      title={title}
      submit="Save"
      working={save.isPending}
      problem={save.error ? `${failed} ${messageOf(save.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit(
        ({ ids }) =>
          save.mutate(ids, {
            onSuccess: () => {
              onClose();
              onDone();
              toast.done(saved);
            },
          }),
        focusFirstError(form),
      )}
    >
      <p>{userWords(users)}</p>
      {field({ ...form.getInputProps('ids'), value: form.values.ids, withAsterisk: true, 'data-autofocus': true })}
    </FormDialog>
  );
}
