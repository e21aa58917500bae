import { permissionDenied } from '@determined/contract/errors.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { PublicContext } from '#platform/http/context.ts';
import type { Master } from '#platform/master.ts';
import { adoptSession, hasHadSession } from '../../sessions/shared/session-store.ts';
import { signsInElsewhere } from '../../users/shared/managed-elsewhere.ts';
import { signIn } from '../login.ts';
import { readExternalToken } from './external-token.ts';
import { externalUser } from './external-user.ts';

const looksSigned = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/**
 * Makes a session of a hosting service's token that is seen for the first time: from then on it ends as sessions do, by sign-out,
 * by hand, and with the account. Throws 401 and 403; leaves other tokens alone.
 */
export async function admitExternalToken(master: Master, token: string): Promise<void> {
  if (!signsInElsewhere(master) || !looksSigned.test(token)) return;
  if (await hasHadSession(master.db, token)) return;
  const person = await readExternalToken(token, master.config.__internal.external_sessions, master.clock.now());
  const by = { master, log: master.log, requestId: '', remoteAddress: '' };
  await inTransaction(master.db, async (tx) => {
    const user = await externalUser(tx, by, person);
    await adoptSession(tx, user.id, token, person.until);
  });
}

/** The console's: a cookie that scripts cannot read, for the token that stood in its address. */
export async function redeemExternalToken({ body: { token } }: { body: { token: string } }, ctx: PublicContext) {
  const person = await readExternalToken(token, ctx.master.config.__internal.external_sessions, ctx.master.clock.now());
  const user = await inTransaction(ctx.db, (tx) => externalUser(tx, ctx, person));
  if (!user.active) throw permissionDenied('user does not have permission');
  await signIn(ctx, user, { until: person.until });
  return { username: user.username };
}
