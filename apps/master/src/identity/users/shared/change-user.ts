import { failedPrecondition } from '@determined/contract/errors.ts';
import type { Updateable } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { MasterConfig } from '#platform/config/master-config.ts';
import type { Tx } from '#platform/db/database.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import type { UsersTable } from '#platform/db/tables/identity-tables.ts';
import type { Master } from '#platform/master.ts';
import { type Doer, recordAudit } from '../../audit/shared/record-audit.ts';
import { sessionsChanged } from '../../sessions/shared/auth-events.ts';
import { endDeactivatedSessions, endPasswordSessions } from '../../sessions/shared/session-store.ts';
import { rightsEnding } from '../../shared/rights-hooks.ts';
import { findOpenDoor } from './find-open-door.ts';
import { userChanged } from './user-events.ts';
import { updateUser } from './user-store.ts';
import type { UserRow } from './user-view.ts';

/**
 * Writes a change of an account, with what follows from it: a new password ends every sign-in, deactivation revokes
 * access tokens, and both end the sessions of running tasks. What is known of him elsewhere (rights, name) is looked up anew.
 */
export async function changeUser(
  { config }: Master,
  tx: Tx,
  by: Doer,
  userId: number,
  change: Updateable<UsersTable>,
): Promise<UserRow> {
  const asked = tx.selectFrom('users').selectAll().where('id', '=', userId);
  const [before] = await lockRows(tx, 'account', asked, { key: 'id' });
  const row = await updateUser(tx, userId, change);
  await recordAudit(tx, by, { action: 'change', kind: 'user', id: userId, name: row.username, before, after: row });
  if (change.active === false || change.admin === false) await keepAnAdmin(tx);
  if (change.active === false) await rightsEnding.run(tx, { userIds: [userId] });
  if (change.password_hash !== undefined) await endPasswordSessions(tx, userId);
  if (change.active === false) await endDeactivatedSessions(tx, userId);
  await refuseOpenDoor(tx, config);
  publish(tx, sessionsChanged, { userId });
  publish(tx, userChanged, { userId });
  return row;
}

/** An administrator without a password is for this machine only; the next start would refuse, too. */
export async function refuseOpenDoor(tx: Tx, config: MasterConfig): Promise<void> {
  const open = await findOpenDoor(tx, config);
  if (open === undefined) return;
  throw failedPrecondition(
    `the administrator ${open} needs a password, since this server listens on ${config.host} and not on this machine only`,
  );
}

/** Nobody could undo it. The rows are locked, so that two admins can't remove each other at the same time. */
async function keepAnAdmin(tx: Tx): Promise<void> {
  const present = tx
    .selectFrom('users')
    .select('id')
    .where('admin', '=', true)
    .where('active', '=', true)
    .orderBy('id');
  const admins = await lockRows(tx, 'account', present, { key: 'id' });
  if (admins.length === 0) throw failedPrecondition('the last active administrator has to stay one');
}
