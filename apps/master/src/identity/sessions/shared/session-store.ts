import { createHash, randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { SessionTask, UserSessionsTable } from '#platform/db/tables/identity-tables.ts';
import { sessionsChanged } from './auth-events.ts';

type SessionRow = Selectable<UserSessionsTable>;

/** A new secret to hand out; only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Whence and with what program a sign-in came, and how the provider that vouches for it named it. */
export interface SessionAbout {
  description?: string;
  address?: string;
  client?: string;
  provider_token?: string | undefined;
}

/** Stores a session and answers its token, which cannot be read again. */
export async function startSession(
  tx: Tx,
  userId: number,
  kind: 'user' | 'access_token',
  expiresAt: Date,
  about: SessionAbout = {},
): Promise<{ token: string; sessionId: number }> {
  const token = newToken();
  const own = { user_id: userId, token_hash: tokenHash(token), kind, expires_at: expiresAt.toISOString() };
  const { id } = await tx
    .insertInto('user_sessions')
    .values({ ...own, ...about })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { token, sessionId: id };
}

/** Stores a session of which others made the token; nothing where there has been one, be it over. */
export async function adoptSession(tx: Tx, userId: number, token: string, expiresAt: Date): Promise<void> {
  await tx
    .insertInto('user_sessions')
    .values({ user_id: userId, token_hash: tokenHash(token), kind: 'user', expires_at: expiresAt.toISOString() })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute();
}

export async function hasHadSession(db: Db, token: string): Promise<boolean> {
  const asked = db.selectFrom('user_sessions').select('id').where('token_hash', '=', tokenHash(token));
  return (await asked.executeTakeFirst()) !== undefined;
}

/** Of the sessions of a task: they end with its allocation. */
const endless = '9999-12-31T00:00:00Z';

/** The sessions that a task is given, of its owner's: the harness's (`allocation`) and its program's (`task`). */
export async function startTaskSessions(
  tx: Tx,
  userId: number,
  task: SessionTask,
): Promise<Record<'allocation' | 'task', string>> {
  const tokens = { allocation: newToken(), task: newToken() };
  const shared = { user_id: userId, expires_at: endless, allocation_id: task.allocationId, task: JSON.stringify(task) };
  await tx
    .insertInto('user_sessions')
    .values([
      { ...shared, kind: 'allocation', token_hash: tokenHash(tokens.allocation) },
      { ...shared, kind: 'task', token_hash: tokenHash(tokens.task) },
    ])
    .execute();
  return tokens;
}

/** Why sessions end before their time; kept with them. */
export type EndCause =
  | 'signed out'
  | 'ended by hand'
  | 'revoked'
  | 'password changed'
  | 'account deactivated'
  | 'allocation ended';

function endSessions(tx: Tx, cause: EndCause) {
  return tx
    .updateTable('user_sessions')
    .set({ revoked_at: sql<string>`now()`, end_cause: cause })
    .where('revoked_at', 'is', null);
}

export async function endSession(tx: Tx, sessionId: number, cause: 'signed out' | 'ended by hand'): Promise<void> {
  await endSessions(tx, cause).where('id', '=', sessionId).execute();
}

/** Notes that a session is in use, where that was noted `minutes` ago or never. */
export async function noteUse(db: Db, sessionId: number, minutes: number): Promise<void> {
  const old = sql<boolean>`(last_used_at is null or last_used_at < now() - make_interval(mins => ${minutes}))`;
  await db
    .updateTable('user_sessions')
    .set({ last_used_at: sql<string>`now()` })
    .where('id', '=', sessionId)
    .where(old)
    .execute();
}

/** Ends every session that a user's password has led to, those of his running tasks too; access tokens stay. */
export async function endPasswordSessions(tx: Tx, userId: number): Promise<void> {
  await endSessions(tx, 'password changed').where('user_id', '=', userId).where('kind', '<>', 'access_token').execute();
}

/** Access tokens of a deactivated user, and sessions of his tasks, stop being good for ever. */
export async function endDeactivatedSessions(tx: Tx, userId: number): Promise<void> {
  await endSessions(tx, 'account deactivated').where('user_id', '=', userId).where('kind', '<>', 'user').execute();
}

export async function endTaskSessions(tx: Tx, allocationId: string): Promise<void> {
  const ended = await endSessions(tx, 'allocation ended')
    .where('allocation_id', '=', allocationId)
    .returning('user_id')
    .execute();
  for (const userId of new Set(ended.map(({ user_id }) => user_id))) publish(tx, sessionsChanged, { userId });
}

/** Why the harness's session of an allocation that has not ended is over; undefined while it is not. */
export async function endOfTaskSession(db: Db, allocationId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_sessions')
    .select('end_cause')
    .where('allocation_id', '=', allocationId)
    .where('kind', '=', 'allocation')
    .where('revoked_at', 'is not', null)
    .executeTakeFirst();
  return row?.end_cause;
}

/** Describes an access token anew, and ends it where asked to. */
export function changeToken(
  tx: Tx,
  id: number,
  { description, revoked }: { description: string; revoked: boolean },
): Promise<SessionRow> {
  return tx
    .updateTable('user_sessions')
    .set({ description, ...(revoked ? { revoked_at: sql<string>`now()`, end_cause: 'revoked' } : {}) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Forgets what has long been of no use to anybody. Access tokens stay: their list shows expired ones as well. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('user_sessions')
    .where('kind', '<>', 'access_token')
    .where(sql<boolean>`least(expires_at, revoked_at) < now() - interval '30 days'`)
    .execute();
}
