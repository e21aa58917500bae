import { failedPrecondition, notFound } from '@determined/contract/errors.ts';
import type { patchAccessTokenRoute } from '@determined/contract/identity/tokens-routes.ts';
import { publish } from '#platform/bus/bus.ts';
import { lockRows } from '#platform/db/lock-order.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../audit/shared/record-audit.ts';
import { sessionsChanged } from '../sessions/shared/auth-events.ts';
import { changeToken } from '../sessions/shared/session-store.ts';
import { tokenView } from './token-view.ts';

/** Describes a token anew, or ends it; what has ended stays as it is. */
export const patchToken: Handler<typeof patchAccessTokenRoute> = async (request, ctx) => {
  const { tokenId, description, setRevoked } = request;
  const row = await inTransaction(ctx.db, async (tx) => {
    const asked = tx
      .selectFrom('user_sessions')
      .select(['id', 'user_id', 'kind', 'created_at', 'expires_at', 'revoked_at', 'description'])
      .where('id', '=', tokenId)
      .where('kind', '=', 'access_token');
    const [token] = await lockRows(tx, 'session', asked, { key: 'id' });
    if (!token) throw notFound('access token', tokenId);
    if (token.revoked_at !== null || Date.parse(token.expires_at) <= ctx.master.clock.now().getTime()) {
      throw failedPrecondition(`unable to update inactive token with ID ${tokenId}`);
    }
    publish(tx, sessionsChanged, { userId: token.user_id });
    const row = await changeToken(tx, tokenId, { description: description ?? token.description, revoked: setRevoked });
    await recordAudit(tx, ctx, {
      action: setRevoked ? 'revoke' : 'change',
      kind: 'token',
      id: tokenId,
      name: row.description,
      before: { description: token.description },
      after: { description: row.description },
    });
    return row;
  });
  return { tokenInfo: tokenView(row) };
};
