import { loginRoute } from '@determined/contract/identity/auth-routes.ts';
import { patchUserRoute } from '@determined/contract/identity/users-routes.ts';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { call } from '#platform/api/call.ts';
import { isSignedOut, messageOf } from '#platform/api/console-error.ts';
import { whileRenewing } from '#platform/api/query-client.ts';
import { reportError } from '#platform/api/report-error.ts';
import { useCurrentUser } from '#platform/session/session.ts';
import { toast } from '#platform/toasts.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { loginRequest } from '../../auth/shared/login-request.ts';
import { hashPassword } from '../../shared/hash-password.ts';
import { NewPasswordInput } from '../../shared/new-password-input.tsx';
import { passwordProblem } from '../../shared/password-rules.ts';
import styles from './settings-drawer.module.css';

class WrongPassword extends Error {}

/** Changes one's own password: the old one is tried by signing in with it. */
export function PasswordForm({ onClose }: { onClose: () => void }) {
  const user = useCurrentUser();
  const form = useForm({
    initialValues: { old: '', password: '', confirm: '' },
    validateInputOnChange: true,
    validate: {
      password: passwordProblem,
      confirm: (text, { password }) => {
        if (text === '') return 'Confirmed password required.';
        return text === password ? null : 'Passwords do not match.';
      },
    },
  });
  const change = useMutation({
    // A wrong old password is no lost session.
    meta: { ownSignIn: true },
    mutationFn: ({ old, password }: typeof form.values) =>
      changePassword({ userId: user.id, username: user.username, old, password }),
    onSuccess: () => {
      onClose();
      toast.done('Password updated.');
    },
    onError: (error) => {
      if (error instanceof WrongPassword) form.setFieldError('old', 'Incorrect password.');
      else reportError(error, { title: 'Could not update password.', message: messageOf(error) });
    },
  });
  const { old, password, confirm } = form.values;
  const field = (name: 'old' | 'password' | 'confirm') => ({
    ...form.getInputProps(name),
    onBlur: () => form.validateField(name),
  });
  // The old password alone may be blank: first users of old clusters have such a one.
  const ready = password !== '' && confirm !== '' && form.isValid() && form.errors.old === undefined;
  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit((fields) => change.mutate(fields))}>
      <NewPasswordInput
        label="Old Password"
        autoComplete="current-password"
        autoFocus
        value={old}
        {...form.getInputProps('old')}
      />
      <NewPasswordInput label="New Password" {...field('password')} />
      <NewPasswordInput label="Confirm Password" {...field('confirm')} />
      <p className={styles.hint}>Ends your other sign-ins, and running tasks' sessions with them.</p>
      <div className={styles.buttons}>
        <Button variant="primary" type="submit" inactive={!ready} working={change.isPending}>
          Change Password
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

interface PasswordChange {
  userId: number;
  username: string;
  old: string;
  password: string;
}

/** A new password ends every session, this one too: it is begun anew with it. */
function changePassword({ userId, username, old, password }: PasswordChange): Promise<void> {
  return whileRenewing(async () => {
    await signIn(username, old).catch((error) => {
      throw isSignedOut(error) ? new WrongPassword() : error;
    });
    await call(patchUserRoute, { userId, user: { password: await hashPassword(password), isHashed: true } });
    await signIn(username, password);
  });
}

async function signIn(username: string, password: string): Promise<void> {
  await call(loginRoute, await loginRequest({ username, password }));
}
