import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import type { SessionKind } from '#platform/db/tables/identity-tables.ts';

/** A new secret to hand out; only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Stores a session and answers its token, which cannot be read again. */
export async function startSession(
  tx: Tx,
  userId: number,
  kind: SessionKind,
  expiresAt: Date,
  description = '',
): Promise<{ token: string; sessionId: number }> {
  const token = newToken();
  const { id } = await tx
    .insertInto('user_sessions')
    .values({ user_id: userId, token_hash: tokenHash(token), kind, expires_at: expiresAt.toISOString(), description })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { token, sessionId: id };
}

export async function endSession(tx: Tx | Db, sessionId: number): Promise<void> {
  await tx.deleteFrom('user_sessions').where('id', '=', sessionId).execute();
}

/** Ends every sign-in of a user; access tokens and the sessions of running tasks stay. */
export async function endUserSessions(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('user_sessions').where('user_id', '=', userId).where('kind', '=', 'user').execute();
}

/** Access tokens of a user stop being good for ever, and say so to who uses them. */
export async function revokeAccessTokens(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('user_sessions')
    .set({ revoked_at: sql<string>`now()` })
    .where('user_id', '=', userId)
    .where('kind', '=', 'access_token')
    .where('revoked_at', 'is', null)
    .execute();
}

/** Forgets what has long been of no use to anybody. Access tokens stay: their list shows expired ones as well. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db
    .deleteFrom('user_sessions')
    .where('kind', '<>', 'access_token')
    .where('expires_at', '<', sql<string>`now() - interval '30 days'`)
    .execute();
  await db.deleteFrom('sign_in_links').where('expires_at', '<', sql<string>`now()`).execute();
}
