import { notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type {
  endUserSessionRoute,
  endUserSessionsRoute,
  getUserSessionsRoute,
} from '@determined/contract/identity/session-ext-routes.ts';
import { publish } from '#platform/bus/bus.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import { recordAudit } from '../audit/shared/record-audit.ts';
import { sessionsChanged } from './shared/auth-events.ts';
import { endSession } from './shared/session-store.ts';

// A user's sign-ins. Access tokens have calls of their own, and the sessions of tasks end with these.

const most = 1000;

export async function listUserSessions(
  { params: { userId } }: ExtRequestOf<typeof getUserSessionsRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof getUserSessionsRoute>> {
  await userOf(ctx.db, userId);
  const rows = await goodSessions(ctx, ctx.db, userId).execute();
  const sessions = rows.map((row) => ({
    id: row.id,
    current: row.id === ctx.session.id,
    startedAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    address: row.address,
    client: row.client,
    remote: row.provider_token !== null,
  }));
  return { sessions };
}

export async function endUserSession(
  { params: { userId, sessionId } }: ExtRequestOf<typeof endUserSessionRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof endUserSessionRoute>> {
  const user = await userOf(ctx.db, userId);
  await inTransaction(ctx.db, async (tx) => {
    // Of that user alone: the permission was asked about him.
    const session = await goodSessions(ctx, tx, userId).where('id', '=', sessionId).executeTakeFirst();
    if (!session) throw notFound('session', sessionId);
    await end(ctx, tx, user, [sessionId]);
  });
  return {};
}

export async function endUserSessions(
  { params: { userId } }: ExtRequestOf<typeof endUserSessionsRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof endUserSessionsRoute>> {
  const user = await userOf(ctx.db, userId);
  return inTransaction(ctx.db, async (tx) => {
    const others = await goodSessions(ctx, tx, userId).where('id', '<>', ctx.session.id).execute();
    await end(
      ctx,
      tx,
      user,
      others.map(({ id }) => id),
    );
    return { ended: others.length };
  });
}

async function end(
  ctx: Context,
  tx: Tx,
  user: { id: number; username: string },
  ids: readonly number[],
): Promise<void> {
  for (const id of ids) {
    await endSession(tx, id, 'ended by hand');
    await recordAudit(tx, ctx, { action: 'end session', kind: 'session', id, name: user.username });
  }
  if (ids.length > 0) publish(tx, sessionsChanged, { userId: user.id });
}

async function userOf(db: Db, id: number): Promise<{ id: number; username: string }> {
  const user = await db.selectFrom('users').select(['id', 'username']).where('id', '=', id).executeTakeFirst();
  if (!user) throw notFound('user');
  return user;
}

function goodSessions({ master }: Context, db: Db, userId: number) {
  return db
    .selectFrom('user_sessions')
    .select(['id', 'created_at', 'expires_at', 'last_used_at', 'address', 'client', 'provider_token'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'user')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', master.clock.now().toISOString())
    .orderBy('id', 'desc')
    .limit(most);
}
