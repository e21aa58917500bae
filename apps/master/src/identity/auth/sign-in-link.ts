import { unauthenticated } from '@determined/contract/errors.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { PublicContext } from '#platform/http/context.ts';
import type { Master } from '#platform/master.ts';
import { newToken, tokenHash } from '../sessions/shared/session-store.ts';
import { findUserById } from '../users/shared/user-store.ts';
import { signIn } from './login.ts';

const linkMinutes = 10;

/** The secret of a link that signs its user in once, within ten minutes. */
export async function makeSignInLink(master: Master, userId: number): Promise<string> {
  const secret = newToken();
  const expiresAt = new Date(master.clock.now().getTime() + linkMinutes * 60_000).toISOString();
  await master.db
    .insertInto('sign_in_links')
    .values({ secret_hash: tokenHash(secret), user_id: userId, expires_at: expiresAt })
    .execute();
  return secret;
}

export async function deleteExpiredLinks(db: Db): Promise<void> {
  await db.deleteFrom('sign_in_links').where('expires_at', '<', sql<string>`now()`).execute();
}

/** Redeems a link: the row is deleted in the same step that reads it, so that it works once. */
export async function redeemSignInLink({ body: { secret } }: { body: { secret: string } }, ctx: PublicContext) {
  const row = await inTransaction(ctx.db, (tx) =>
    tx.deleteFrom('sign_in_links').where('secret_hash', '=', tokenHash(secret)).returningAll().executeTakeFirst(),
  );
  const user =
    row && Date.parse(row.expires_at) > ctx.master.clock.now().getTime()
      ? await findUserById(ctx.db, row.user_id)
      : undefined;
  if (!user?.active) throw unauthenticated('this sign-in link is not valid any more');
  await signIn(ctx, user);
  return { username: user.username };
}
