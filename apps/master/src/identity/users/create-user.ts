import { alreadyExists, invalidArgument } from '@determined/contract/errors.ts';
import type { postUserRoute } from '@determined/contract/identity/users-routes.ts';
import { minUsername } from '@determined/contract/limits.ts';
import { inTransaction, sqlState } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { clientPasswordHash, hashPassword, passwordCost } from '../sessions/shared/password.ts';
import { agentUserColumns } from '../shared/agent-user-group.ts';
import { addUserIn } from './shared/add-user.ts';
import { refuseManagedElsewhere } from './shared/managed-elsewhere.ts';
import { checkedName, refuseReserved } from './shared/user-name-rules.ts';
import type { insertUser } from './shared/user-store.ts';
import { fullUserView, type UserRow } from './shared/user-view.ts';

export const createUser: Handler<typeof postUserRoute> = async ({ user, password, isHashed }, ctx) => {
  if (user === null) throw invalidArgument('must specify user to create');
  const username = checkedName(user.username, minUsername);
  refuseReserved(username);
  if (user.remote && password !== '') throw invalidArgument('cannot set password for remote user');
  const group = user.agentUserGroup
    ? agentUserColumns(user.agentUserGroup)
    : { agent_uid: null, agent_gid: null, agent_user: null, agent_group: null };
  const hash = await hashPassword(isHashed ? password : clientPasswordHash(password), passwordCost(ctx.master));
  const row = await addUser(ctx, {
    username,
    display_name: checkedName(user.displayName, 0),
    password_hash: hash,
    admin: user.admin,
    active: user.active,
    remote: user.remote,
    ...group,
  });
  return { user: fullUserView(row) };
};

export async function addUser(ctx: Context, user: Parameters<typeof insertUser>[1]): Promise<UserRow> {
  refuseManagedElsewhere(ctx.master);
  try {
    return await inTransaction(ctx.db, (tx) => addUserIn(tx, ctx, user));
  } catch (error) {
    throw sqlState(error) === '23505' ? alreadyExists('user already exists') : error;
  }
}
