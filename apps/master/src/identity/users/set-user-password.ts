import { notFound } from '@determined/contract/errors.ts';
import type { setUserPasswordRoute } from '@determined/contract/identity/users-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { clientPasswordHash, hashPassword, passwordCost } from '../sessions/shared/password.ts';
import { changeUser } from './shared/change-user.ts';
import { refuseManagedElsewhere } from './shared/managed-elsewhere.ts';
import { findUserById } from './shared/user-store.ts';
import { fullUserView } from './shared/user-view.ts';

/** Takes the password as it is typed. Ends all sign-ins of the user, also the caller's own. */
export const setUserPassword: Handler<typeof setUserPasswordRoute> = async ({ userId, password }, ctx) => {
  refuseManagedElsewhere(ctx.master);
  if (!(await findUserById(ctx.db, userId))) throw notFound('user');
  const password_hash = await hashPassword(clientPasswordHash(password), passwordCost(ctx.master));
  const row = await inTransaction(ctx.db, (tx) => changeUser(ctx.master, tx, ctx, userId, { password_hash }));
  return { user: fullUserView(row) };
};
