import { publish } from '#platform/bus/bus.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PublicContext } from '#platform/http/context.ts';
import { type Doer, recordAudit } from '../../audit/shared/record-audit.ts';
import { refuseOpenDoor } from './change-user.ts';
import { userChanged } from './user-events.ts';
import { insertUser } from './user-store.ts';
import type { UserRow } from './user-view.ts';

/** Stores an account. A name that is taken fails with the database's 23505. */
export async function addUserIn(
  tx: Tx,
  by: Doer & Pick<PublicContext, 'master'>,
  user: Parameters<typeof insertUser>[1],
): Promise<UserRow> {
  const row = await insertUser(tx, user);
  await recordAudit(tx, by, { action: 'create', kind: 'user', id: row.id, name: row.username, after: user });
  await refuseOpenDoor(tx, by.master.config);
  publish(tx, userChanged, { userId: row.id });
  return row;
}
