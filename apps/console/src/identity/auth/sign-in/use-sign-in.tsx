import { ApiError } from '@determined/contract/errors.ts';
import { loginRoute as loginCall } from '@determined/contract/identity/auth-routes.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { beginSession } from '#platform/session/session.ts';
import { globalStore } from '#platform/settings/browser-store.ts';
import { toast } from '#platform/toasts.tsx';
import { isPasswordWeak } from '../../shared/password-rules.ts';
import { type Credentials, loginRequest } from '../shared/login-request.ts';
import { showCliToken } from './cli-token.tsx';

const failed = 'Login failed';
const lastUsernameKey = 'last-username';

export const readLastUsername = (): string => String(globalStore.read(lastUsernameKey) ?? '');

/** Signs in, then calls `onDone`. `cli`: the reader came from the command line and wants the token. */
export function useSignIn({ cli, onDone }: { cli: boolean; onDone: () => void }) {
  return useMutation({
    meta: { ownSignIn: true },
    mutationFn: async (credentials: Credentials) => call(loginCall, await loginRequest(credentials)),
    onMutate: () => toast.hide(failed),
    onSuccess: ({ token }, { username, password }) => {
      beginSession();
      globalStore.write(lastUsernameKey, username);
      if (cli) showCliToken(token);
      if (isPasswordWeak(password)) toast.warn('Weak Password', 'Your password is blank or weak.');
      onDone();
    },
    onError: (error) => {
      globalStore.remove(lastUsernameKey);
      toast.fail(failed, signInProblem(error));
    },
  });
}

/** A wrong name and a wrong password read alike; a locked, inactive or unreachable account says what it is. */
export function signInProblem(error: Error): string {
  const refused = error instanceof ApiError && (error.status === 401 || error.status === 400);
  return refused ? 'Incorrect username or password.' : messageOf(error);
}
