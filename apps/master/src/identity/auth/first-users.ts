import { randomBytes } from 'node:crypto';
import { storeFact } from '#platform/db/cluster-facts.ts';
import type { Db } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { UntilDatabase } from '#platform/db/while-recovering.ts';
import type { Master } from '#platform/master.ts';
import { clientPasswordHash, hashPassword, passwordCost } from '../sessions/shared/password.ts';
import { updateUser } from '../users/shared/user-store.ts';

const madePasswords = 'initial_passwords_set';

/**
 * On a new database gives the two first users a password: the configured one for both, or one made for each.
 * Answers what it made, to be printed once; undefined on any later start.
 */
export async function setFirstPasswords(
  master: Master,
  untilDatabase: UntilDatabase,
): Promise<{ username: string; password: string }[] | undefined> {
  if ((await untilDatabase(() => claimedBy(master.db))) !== undefined) return undefined;
  const configured = master.config.security.initial_user_password;
  const users = ['admin', 'determined'].map((username) => ({ username, password: configured ?? readablePassword() }));
  const hashes = await Promise.all(
    users.map(({ password }) => hashPassword(clientPasswordHash(password), passwordCost(master))),
  );
  const first = await untilDatabase(() =>
    inTransaction(master.db, async (tx) => {
      const claimed = await storeFact(tx, madePasswords, master.masterId);
      // Lost between the commit and its answer, it is run again: what this process set is still to be shown.
      if (!claimed) return (await claimedBy(tx)) === master.masterId;
      for (const [i, { username }] of users.entries()) {
        const row = await tx
          .selectFrom('users')
          .select('id')
          .where('username', '=', username)
          .executeTakeFirstOrThrow();
        await updateUser(tx, row.id, { password_hash: hashes[i] ?? '' });
      }
      return true;
    }),
  );
  if (!first) return undefined;
  return configured === null ? users : [];
}

/** What stands for who set the passwords; undefined before. */
async function claimedBy(db: Db): Promise<unknown> {
  const facts = db.selectFrom('cluster_facts').select('value').where('name', '=', madePasswords);
  return (await facts.executeTakeFirst())?.value;
}

/** Sixteen letters and digits in groups, without those that look alike; about 90 bits. */
function readablePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const pick = () => {
    for (;;) {
      const byte = randomBytes(1)[0] ?? 255;
      if (byte < letters.length * 4) return letters[byte % letters.length];
    }
  };
  for (;;) {
    const groups = Array.from({ length: 4 }, () => Array.from({ length: 4 }, pick).join(''));
    const text = groups.join('-');
    // The console asks for a lower-case and an upper-case letter and a digit.
    if (/[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)) return text;
  }
}
