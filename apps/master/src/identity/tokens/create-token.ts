import { notFound } from '@determined/contract/errors.ts';
import type { postAccessTokenRoute } from '@determined/contract/identity/tokens-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../audit/shared/record-audit.ts';
import { startSession } from '../sessions/shared/session-store.ts';
import { findUserById } from '../users/shared/user-store.ts';
import { tokenLifespan } from './token-lifespan.ts';

/** A token for oneself or another user. It is answered this once; only its hash is kept. */
export const createToken: Handler<typeof postAccessTokenRoute> = async ({ userId, lifespan, description }, ctx) => {
  const owner = await findUserById(ctx.db, userId);
  if (!owner) throw notFound('user');
  const { clock, config } = ctx.master;
  const expiresAt = new Date(clock.now().getTime() + tokenLifespan(lifespan, config.security.token));
  const { token, sessionId } = await inTransaction(ctx.db, async (tx) => {
    const session = await startSession(tx, userId, 'access_token', expiresAt, { description });
    const after = { owner: owner.username, expires_at: expiresAt.toISOString() };
    await recordAudit(tx, ctx, { action: 'create', kind: 'token', id: session.sessionId, name: description, after });
    return session;
  });
  return { token, tokenId: sessionId };
};
