import { notFound } from '@determined/contract/errors.ts';
import type { Context } from '#platform/http/context.ts';
import { fullUserView } from '../users/shared/user-view.ts';
import { findUserById } from '../users/user-store.ts';

/** The caller's own account, for both calls that ask for it. */
export async function currentUser(_request: object, ctx: Context) {
  const row = await findUserById(ctx.db, ctx.user.id);
  if (!row) throw notFound('user');
  return { user: fullUserView(row) };
}
