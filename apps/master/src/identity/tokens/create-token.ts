import { notFound } from '@determined/contract/errors.ts';
import type { postAccessTokenRoute } from '@determined/contract/identity/tokens-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { startSession } from '../sessions/shared/session-store.ts';
import { findUserById } from '../users/shared/user-store.ts';
import { tokenLifespan } from './token-lifespan.ts';

/** A token for oneself or another user. It is answered this once; only its hash is kept. */
export const createToken: Handler<typeof postAccessTokenRoute> = async ({ userId, lifespan, description }, ctx) => {
  if (!(await findUserById(ctx.db, userId))) throw notFound('user');
  const { clock, config } = ctx.master;
  const expiresAt = new Date(clock.now().getTime() + tokenLifespan(lifespan, config.security.token));
  const { token, sessionId } = await inTransaction(ctx.db, (tx) =>
    startSession(tx, userId, 'access_token', expiresAt, description),
  );
  return { token, tokenId: sessionId };
};
