import type { MasterConfig } from '#platform/config/master-config.ts';
import type { Db } from '#platform/db/database.ts';

const thisMachine = ['127.0.0.1', 'localhost', '::1'];

/** The administrator whom everybody on another machine could be, since he has no password (decision 23); usually nobody. */
export async function findOpenDoor(db: Db, { host }: MasterConfig): Promise<string | undefined> {
  if (thisMachine.includes(host)) return undefined;
  const open = await db
    .selectFrom('users')
    .select('username')
    .where('admin', '=', true)
    .where('active', '=', true)
    // Remote users do not sign in by password.
    .where('remote', '=', false)
    .where('password_hash', '=', '')
    .executeTakeFirst();
  return open?.username;
}
