import { patchUserRoute } from '@determined/contract/identity/users-routes.ts';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { reportError } from '#platform/api/report-error.ts';
import { useClusterInfo } from '#platform/session/cluster-info.ts';
import { useWhyNot } from '#platform/session/may.ts';
import type { Rule } from '#platform/session/rights.ts';
import { useCurrentUser } from '#platform/session/session.ts';
import { toast } from '#platform/toasts.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { AccessTokens } from './access-tokens.tsx';
import { PasswordForm } from './password-form.tsx';
import { SettingRow } from './setting-row.tsx';
import styles from './settings-drawer.module.css';
import { SignIns } from './sign-ins.tsx';

/** The longest name that one may give oneself. */
const maxOwnName = 32;
/** With roles in force a name to sign in by is an administrator's to give. */
const renamesSelf: Rule = { permission: 'ADMINISTRATE_USER', and: [], withoutRbac: 'self' };

export function ProfileSection() {
  const user = useCurrentUser();
  const whyNot = useWhyNot();
  const managed = useClusterInfo()?.userManagementEnabled === true;
  const [changing, setChanging] = useState(false);
  const noRename = user.remote ? 'Your provider says who you are.' : whyNot(renamesSelf, { ownerId: user.id });
  return (
    <>
      <NameRow
        label="Username"
        field="username"
        value={user.username}
        blocked={noRename}
        needed="Please input your username"
        done="Username updated."
        failed="Could not update username."
      />
      <NameRow
        label="Display Name"
        field="displayName"
        value={user.displayName}
        done="Display name updated."
        failed="Could not update display name."
      />
      {managed && !user.remote ? (
        <SettingRow label="Password">
          {changing ? (
            <PasswordForm onClose={() => setChanging(false)} />
          ) : (
            <>
              <span className={styles.value}>••••••••</span>
              <IconButton size="xs" icon={Pencil} name="Edit Password" onClick={() => setChanging(true)} />
            </>
          )}
        </SettingRow>
      ) : null}
      <SignIns userId={user.id} />
      <AccessTokens user={user} />
    </>
  );
}

interface NameRowProps {
  label: string;
  field: 'username' | 'displayName';
  value: string;
  /** Why it can't be changed. */
  blocked?: string;
  /** Said of an empty one; without it, it may be empty. */
  needed?: string;
  done: string;
  failed: string;
}

/** Others see it, so it is saved on purpose. */
function NameRow({ label, field, value, blocked, needed, done, failed }: NameRowProps) {
  const [editing, setEditing] = useState(false);
  const { id: userId } = useCurrentUser();
  const patch = useCall(patchUserRoute);
  const form = useForm({
    initialValues: { name: value },
    validateInputOnChange: true,
    validate: {
      name: (name) => {
        if (needed && name.trim() === '') return needed;
        return name.trim().length > maxOwnName ? `${label} has at most ${maxOwnName} characters` : null;
      },
    },
  });
  const edit = () => {
    form.setInitialValues({ name: value });
    form.reset();
    setEditing(true);
  };
  const save = ({ name }: { name: string }) =>
    patch.mutate(
      { userId, user: { [field]: name.trim() } },
      {
        onSuccess: () => {
          setEditing(false);
          toast.done(done);
        },
        onError: (error) => reportError(error, { title: failed, message: messageOf(error) }),
      },
    );
  if (!editing) {
    return (
      <SettingRow label={label}>
        <span className={styles.value}>{value || <span className="muted">none</span>}</span>
        <IconButton size="xs" icon={Pencil} name={`Edit ${label}`} disabledReason={blocked} onClick={edit} />
      </SettingRow>
    );
  }
  return (
    <SettingRow label={label}>
      <form
        noValidate
        className={styles.line}
        onSubmit={form.onSubmit(save)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // The drawer stays.
          event.stopPropagation();
          setEditing(false);
        }}
      >
        <TextInput
          aria-label={label}
          data-mantine-stop-propagation="true"
          autoFocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Button size="md" type="submit" working={patch.isPending}>
          Save
        </Button>
      </form>
    </SettingRow>
  );
}
