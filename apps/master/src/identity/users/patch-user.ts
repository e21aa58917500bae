import { alreadyExists, invalidArgument, notFound, permissionDenied } from '@determined/contract/errors.ts';
import type { PatchUser } from '@determined/contract/identity/users-generated.ts';
import type { patchUserRoute } from '@determined/contract/identity/users-routes.ts';
import { minUsername } from '@determined/contract/limits.ts';
import type { Updateable } from 'kysely';
import type { UsersTable } from '#platform/db/tables/identity-tables.ts';
import { inTransaction, sqlState } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { clientPasswordHash, hashPassword } from '../sessions/shared/password.ts';
import { agentUserColumns } from '../shared/agent-user-group.ts';
import { changeUser } from './change-user.ts';
import { findUserById, nameIsTaken } from './shared/user-store.ts';
import { type UserRow, userView } from './shared/user-view.ts';
import { checkedName, refuseReserved } from './user-name-rules.ts';

/** Each field has its own rule of who may change it. Facts: platform semantics 8.2, 9.3. */
export const patchUser: Handler<typeof patchUserRoute> = async ({ userId, user: asked }, ctx) => {
  const row = await findUserById(ctx.db, userId);
  if (!row) throw notFound('user');
  const change = asked ? await changeOf(asked, row, ctx) : {};
  if (Object.keys(change).length === 0) return { user: userView(row, ctx.user) };
  try {
    const changed = await inTransaction(ctx.db, (tx) => changeUser(ctx.master, tx, userId, change));
    return { user: userView(changed, ctx.user) };
  } catch (error) {
    throw sqlState(error) === '23505' ? alreadyExists('user already exists') : error;
  }
};

async function changeOf(asked: PatchUser, row: UserRow, ctx: Context): Promise<Updateable<UsersTable>> {
  const self = ctx.user.id === row.id;
  const administrates = ctx.user.admin;
  const change: Updateable<UsersTable> = {};

  if (asked.admin !== null || asked.active !== null || asked.remote !== undefined || asked.agentUserGroup !== null) {
    if (!administrates) throw permissionDenied('only admin privileged users can update users');
    if (asked.admin !== null) change.admin = asked.admin;
    if (asked.active !== null) change.active = asked.active;
    if (asked.agentUserGroup !== null) Object.assign(change, agentUserColumns(asked.agentUserGroup));
    if (asked.remote !== undefined) change.remote = asked.remote;
    // Who signed in by another service has no password here; back again he starts with a blank one unless one is given.
    if (asked.remote !== undefined && asked.remote !== row.remote) change.password_hash = '';
  }
  const remote = change.remote ?? row.remote;
  if (asked.username !== undefined) {
    if (!self && !administrates) throw permissionDenied('only admin privileged users can update other users');
    if (remote) throw invalidArgument('Cannot set username for remote users');
    const username = checkedName(asked.username, minUsername);
    refuseReserved(username, row.username);
    change.username = username;
  }
  if (asked.displayName !== undefined) {
    if (!self && !administrates)
      throw permissionDenied("only admin privileged users can set another user's display name");
    const name = checkedName(asked.displayName, 0);
    if (name !== '' && (await nameIsTaken(ctx.db, name, row.id))) {
      throw invalidArgument(`can not change display name to ${name} found a similar username or display name`);
    }
    refuseReserved(name, row.username);
    change.display_name = name;
  }
  if (asked.password !== undefined) {
    if (!self && !administrates)
      throw permissionDenied("only admin privileged users can change other user's passwords");
    if (remote) throw invalidArgument('Cannot set password for remote users');
    change.password_hash = await hashPassword(asked.isHashed ? asked.password : clientPasswordHash(asked.password));
  }
  return change;
}
