import { notFound } from '@determined/contract/errors.ts';
import type { getUserByUsernameRoute, getUserRoute } from '@determined/contract/identity/users-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { findUserById, findUserByName } from './shared/user-store.ts';
import { userView } from './shared/user-view.ts';

export const getUser: Handler<typeof getUserRoute> = async ({ userId }, ctx) => {
  const row = await findUserById(ctx.db, userId);
  if (!row) throw notFound('user');
  return { user: userView(row, ctx) };
};

export const getUserByUsername: Handler<typeof getUserByUsernameRoute> = async ({ username }, ctx) => {
  const row = await findUserByName(ctx.db, username);
  if (!row) throw notFound('user');
  return { user: userView(row, ctx) };
};
