import { sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { UsersTable } from '#platform/db/tables/identity-tables.ts';
import type { UserRow } from './user-view.ts';

export function findUserById(db: Db, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Names are compared case-sensitively. Facts: platform semantics 8.2. */
export function findUserByName(db: Db, username: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst();
}

export function insertUser(
  tx: Tx,
  user: {
    username: string;
    display_name: string;
    password_hash: string;
    admin: boolean;
    active: boolean;
    remote: boolean;
  } & Pick<Updateable<UsersTable>, 'agent_uid' | 'agent_gid' | 'agent_user' | 'agent_group'>,
): Promise<UserRow> {
  return tx.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();
}

export function updateUser(tx: Tx, id: number, change: Updateable<UsersTable>): Promise<UserRow> {
  return tx
    .updateTable('users')
    .set({ ...change, modified_at: sql<string>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The account has just been signed in to. */
export function noteSignIn(tx: Tx, id: number): Promise<UserRow> {
  return tx
    .updateTable('users')
    .set({ last_auth_at: sql<string>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The same password, hashed anew: nothing that anybody would see changes. */
export async function replacePasswordHash(db: Db, id: number, from: string, to: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .execute();
}

/** True when another account's user name or display name equals `name`, ignoring case. */
export async function nameIsTaken(db: Db, name: string, exceptId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '<>', exceptId)
    .where((eb) =>
      eb.or([eb(sql`lower(username)`, '=', name.toLowerCase()), eb(sql`lower(display_name)`, '=', name.toLowerCase())]),
    )
    .executeTakeFirst();
  return row !== undefined;
}
