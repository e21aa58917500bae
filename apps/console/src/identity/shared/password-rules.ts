import { minPassword } from '@determined/contract/limits.ts';

/** Why a password is refused, in the specification's words; null when it is fine. */
export function passwordProblem(password: string): string | null {
  if (password === '') return "Password can't be blank";
  if (password.length < minPassword) return `Password must have at least ${minPassword} characters`;
  if (!/\p{Lu}/u.test(password)) return 'Password must include an uppercase letter';
  if (!/\p{Ll}/u.test(password)) return 'Password must include a lowercase letter';
  if (!/\p{Nd}/u.test(password)) return 'Password must include a number';
  return null;
}

/** Only the browser knows the password's text: the server sees its hash. */
export const isPasswordWeak = (password: string): boolean => passwordProblem(password) !== null;
