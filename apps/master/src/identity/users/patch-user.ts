import { alreadyExists, invalidArgument, notFound } from '@determined/contract/errors.ts';
import type { PatchUser } from '@determined/contract/identity/users-generated.ts';
import type { patchUserRoute } from '@determined/contract/identity/users-routes.ts';
import { minUsername } from '@determined/contract/limits.ts';
import type { Updateable } from 'kysely';
import type { UsersTable } from '#platform/db/tables/identity-tables.ts';
import { inTransaction, sqlState } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { clientPasswordHash, hashPassword, passwordCost } from '../sessions/shared/password.ts';
import { agentUserColumns } from '../shared/agent-user-group.ts';
import { changeUser } from './shared/change-user.ts';
import { refuseManagedElsewhere } from './shared/managed-elsewhere.ts';
import { checkedName, refuseReserved } from './shared/user-name-rules.ts';
import { findUserById, nameIsTaken } from './shared/user-store.ts';
import { type UserRow, userView } from './shared/user-view.ts';

/** Who may change which field stands in the contract. Facts: platform semantics 8.2. */
export const patchUser: Handler<typeof patchUserRoute> = async ({ userId, user: asked }, ctx) => {
  refuseManagedElsewhere(ctx.master);
  const row = await findUserById(ctx.db, userId);
  if (!row) throw notFound('user');
  const change = asked ? await changeOf(asked, row, ctx) : {};
  if (Object.keys(change).length === 0) return { user: userView(row, ctx) };
  try {
    const changed = await inTransaction(ctx.db, (tx) => changeUser(ctx.master, tx, ctx, userId, change));
    return { user: userView(changed, ctx) };
  } catch (error) {
    throw sqlState(error) === '23505' ? alreadyExists('user already exists') : error;
  }
};

async function changeOf(asked: PatchUser, row: UserRow, ctx: Context): Promise<Updateable<UsersTable>> {
  const change: Updateable<UsersTable> = {};

  if (asked.admin !== null || asked.active !== null || asked.remote !== undefined || asked.agentUserGroup !== null) {
    if (asked.admin !== null) change.admin = asked.admin;
    if (asked.active !== null) change.active = asked.active;
    if (asked.agentUserGroup !== null) Object.assign(change, agentUserColumns(asked.agentUserGroup));
    if (asked.remote !== undefined) change.remote = asked.remote;
    // Who signed in by another service has no password here; back again he starts with a blank one unless one is given.
    if (asked.remote !== undefined && asked.remote !== row.remote) change.password_hash = '';
  }
  const remote = change.remote ?? row.remote;
  if (asked.username !== undefined) {
    if (remote) throw invalidArgument('Cannot set username for remote users');
    const username = checkedName(asked.username, minUsername);
    refuseReserved(username, row.username);
    change.username = username;
  }
  if (asked.displayName !== undefined) {
    const name = checkedName(asked.displayName, 0);
    if (name !== '' && (await nameIsTaken(ctx.db, name, row.id))) {
      throw invalidArgument(`can not change display name to ${name} found a similar username or display name`);
    }
    refuseReserved(name, row.username);
    change.display_name = name;
  }
  if (asked.password !== undefined) {
    if (remote) throw invalidArgument('Cannot set password for remote users');
    change.password_hash = await hashPassword(
      asked.isHashed ? asked.password : clientPasswordHash(asked.password),
      passwordCost(ctx.master),
    );
  }
  return change;
}
