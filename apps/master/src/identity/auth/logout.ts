import { invalidArgument } from '@determined/contract/errors.ts';
import type { logoutRoute } from '@determined/contract/identity/auth-routes.ts';
import { publish } from '#platform/bus/bus.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../audit/shared/record-audit.ts';
import { sessionsChanged } from '../sessions/shared/auth-events.ts';
import { endSession } from '../sessions/shared/session-store.ts';
import { clearSessionCookie } from './session-cookie.ts';

export const logout: Handler<typeof logoutRoute> = async (_request, ctx) => {
  const { session } = ctx;
  if (session.kind === 'allocation') throw invalidArgument('cannot manually logout of an allocation session');
  // An access token outlives the sign-out of who used it.
  if (session.kind !== 'access_token') {
    await inTransaction(ctx.db, async (tx) => {
      await endSession(tx, session.id, 'signed out');
      const whose = { id: session.id, name: ctx.user.username };
      await recordAudit(tx, ctx, { action: 'sign out', kind: 'session', ...whose });
      publish(tx, sessionsChanged, { userId: ctx.user.id });
    });
  }
  clearSessionCookie(ctx);
  return {};
};
