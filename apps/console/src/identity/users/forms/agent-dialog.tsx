import { patchUserRoute } from '@determined/contract/identity/users-routes.ts';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { AskProps } from '#platform/actions/action.ts';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { toast } from '#platform/toasts.tsx';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import type { User } from '../shared/user.ts';
import styles from './agent-dialog.module.css';

const id = (what: string) => (text: string) => {
  if (text.trim() === '') return `${what} is required`;
  if (!/^-?\d+$/.test(text.trim())) return `${what} is a whole number`;
  return Number(text) < 0 ? `${what} must be at least 0` : null;
};
const name = (what: string) => (text: string) => (text.trim() === '' ? `${what} is required` : null);

const checks = {
  uid: id('Agent User ID'),
  user: name('Agent User Name'),
  gid: id('Agent Group ID'),
  group: name('Agent Group Name'),
};

/** Says as which user and group of the machines somebody's tasks run. */
export function AgentDialog({ subjects: [current], onClose }: AskProps<User>) {
  const [user] = useState(current);
  const link = useCall(patchUserRoute);
  const form = useForm({ initialValues: fieldsOf(user), validate: checks });
  const field = { withAsterisk: true, autoComplete: 'off' };
  return (
    <FormDialog
      title="Link with Agent UID/GID"
      submit="Save"
      working={link.isPending}
      problem={link.error ? `Error configuring agent. ${messageOf(link.error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit(({ uid, gid, user: agentUser, group }) => {
        const agentUserGroup = {
          agentUid: Number(uid),
          agentGid: Number(gid),
          agentUser: agentUser.trim(),
          agentGroup: group.trim(),
        };
        link.mutate(
          { userId: user.id, user: { agentUserGroup } },
          {
            onSuccess: () => {
              onClose();
              toast.done('User has been updated');
            },
          },
        );
      }, focusFirstError(form))}
    >
      <p className="muted">The tasks of {user.name} run as this user and group on the machines of the cluster.</p>
      <div className={styles.pairs}>
        <TextInput label="Agent User ID" inputMode="numeric" data-autofocus {...field} {...form.getInputProps('uid')} />
        <TextInput label="Agent User Name" {...field} {...form.getInputProps('user')} />
        <TextInput label="Agent Group ID" inputMode="numeric" {...field} {...form.getInputProps('gid')} />
        <TextInput label="Agent Group Name" {...field} {...form.getInputProps('group')} />
      </div>
    </FormDialog>
  );
}

/** A link that was taken away comes back with zeros and blanks. */
function fieldsOf({ agentUserGroup: agent }: User) {
  if (!agent?.agentUser) return { uid: '', user: '', gid: '', group: '' };
  return {
    uid: String(agent.agentUid ?? ''),
    user: agent.agentUser,
    gid: String(agent.agentGid ?? ''),
    group: agent.agentGroup ?? '',
  };
}
