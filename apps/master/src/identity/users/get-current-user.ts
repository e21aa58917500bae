import { notFound } from '@determined/contract/errors.ts';
import type { Context } from '#platform/http/context.ts';
import { findUserById } from './shared/user-store.ts';
import { fullUserView } from './shared/user-view.ts';

/** The caller's own account, for both calls that ask for it. */
export async function currentUser(_request: object, ctx: Context) {
  const row = await findUserById(ctx.db, ctx.user.id);
  if (!row) throw notFound('user');
  return { user: fullUserView(row) };
}
