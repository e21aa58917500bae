import { passwordProblem } from '../../shared/password-rules.ts';
import type { User } from '../shared/user.ts';

/** The longest username and display name that the form takes. */
export const maxUserName = 128;

export interface UserFields {
  username: string;
  displayName: string;
  admin: boolean;
  remote: boolean;
  password: string;
  confirm: string;
  /** For the whole cluster; undefined while those of a user are not known. */
  roles: number[] | undefined;
}

export function fieldsOf(user?: User): UserFields {
  return {
    username: user?.username ?? '',
    displayName: user?.displayName ?? '',
    admin: user?.admin ?? false,
    remote: user?.remote ?? false,
    password: '',
    confirm: '',
    roles: user ? undefined : [],
  };
}

const tooLong = (what: string, text: string) =>
  text.trim().length > maxUserName ? `${what} has at most ${maxUserName} characters` : null;

/** Why a field can't stand as it is; null when it can. Who signs in elsewhere has no password here. */
export function userChecks({ isNew }: { isNew: boolean }) {
  return {
    username: (text: string) => (text.trim() === '' ? 'User Name is required' : tooLong('User Name', text)),
    displayName: (text: string) => tooLong('Display Name', text),
    password: (text: string, { remote }: UserFields) => {
      if (remote) return null;
      if (text === '') return isNew ? 'Password is required' : null;
      return passwordProblem(text);
    },
    confirm: (text: string, { remote, password }: UserFields) =>
      remote || text === password ? null : 'The new password does not match the confirmation field',
  };
}
