import { hashPassword } from '../../shared/hash-password.ts';

export interface Credentials {
  username: string;
  password: string;
}

/** What sign-in sends: the password itself never leaves the browser. */
export async function loginRequest({ username, password }: Credentials) {
  return { username, password: await hashPassword(password), isHashed: true };
}
