import { alreadyExists, invalidArgument } from '@determined/contract/errors.ts';
import type { postUserRoute } from '@determined/contract/identity/users-routes.ts';
import { minUsername } from '@determined/contract/limits.ts';
import { publish } from '#platform/bus/bus.ts';
import { inTransaction, sqlState } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../audit/shared/record-audit.ts';
import { clientPasswordHash, hashPassword, passwordCost } from '../sessions/shared/password.ts';
import { agentUserColumns } from '../shared/agent-user-group.ts';
import { refuseOpenDoor } from './change-user.ts';
import { insertUser } from './shared/user-store.ts';
import { fullUserView, type UserRow } from './shared/user-view.ts';
import { userChanged } from './user-events.ts';
import { checkedName, refuseReserved } from './user-name-rules.ts';

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
  try {
    return await inTransaction(ctx.db, async (tx) => {
      const row = await insertUser(tx, user);
      await recordAudit(tx, ctx, { action: 'create', kind: 'user', id: row.id, name: row.username, after: user });
      await refuseOpenDoor(tx, ctx.master.config);
      publish(tx, userChanged, { userId: row.id });
      return row;
    });
  } catch (error) {
    throw sqlState(error) === '23505' ? alreadyExists('user already exists') : error;
  }
}
