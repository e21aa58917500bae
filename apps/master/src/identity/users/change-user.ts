import { failedPrecondition } from '@determined/contract/errors.ts';
import type { Updateable } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { UsersTable } from '#platform/db/tables/identity-tables.ts';
import { sessionsChanged } from '../auth/shared/auth-events.ts';
import { endUserSessions, revokeAccessTokens } from '../auth/shared/session-store.ts';
import { updateUser } from './shared/user-store.ts';
import type { UserRow } from './shared/user-view.ts';
import { userChanged } from './user-events.ts';

/**
 * Writes a change of an account, with what follows from it: a new password ends every sign-in, deactivation revokes
 * access tokens. What is known of him elsewhere (rights, name) is looked up anew.
 */
export async function changeUser(tx: Tx, userId: number, change: Updateable<UsersTable>): Promise<UserRow> {
  const row = await updateUser(tx, userId, change);
  if (change.password_hash !== undefined) await endUserSessions(tx, userId);
  if (change.active === false) await revokeAccessTokens(tx, userId);
  if (change.active === false || change.admin === false) await keepAnAdmin(tx);
  publish(tx, sessionsChanged, { userId });
  publish(tx, userChanged, { userId });
  return row;
}

/** Nobody could undo it. The rows are locked, so that two admins can't remove each other at the same time. */
async function keepAnAdmin(tx: Tx): Promise<void> {
  const admins = await tx
    .selectFrom('users')
    .select('id')
    .where('admin', '=', true)
    .where('active', '=', true)
    .forUpdate()
    .execute();
  if (admins.length === 0) throw failedPrecondition('the last active administrator has to stay one');
}
