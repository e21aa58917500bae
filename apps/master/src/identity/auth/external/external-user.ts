import { unauthenticated } from '@determined/contract/errors.ts';
import type { Tx } from '#platform/db/database.ts';
import { sqlState } from '#platform/db/transaction.ts';
import type { PublicContext } from '#platform/http/context.ts';
import type { Doer } from '../../audit/shared/record-audit.ts';
import { changeUser } from '../../users/shared/change-user.ts';
import { findUserById, findUserByName } from '../../users/shared/user-store.ts';
import type { UserRow } from '../../users/shared/user-view.ts';
import { nameIn, provision, RemoteSignInRefused } from '../oidc/remote-user.ts';
import type { ExternalPerson } from './external-token.ts';

/**
 * The account of whom a token names, known by the hosting service's id; made where there is none. Name and rank follow the
 * token. An account of that name that is another's is never taken over, and a deactivated one is refused before anything is
 * changed. Throws 401 and 403.
 */
export async function externalUser(
  tx: Tx,
  by: Doer & Pick<PublicContext, 'master' | 'log'>,
  person: ExternalPerson,
): Promise<UserRow> {
  const username = usernameOf(by, person);
  const known = await tx
    .selectFrom('external_people')
    .select('user_id')
    .where('external_id', '=', person.id)
    .executeTakeFirst();
  if (known) return follow(tx, by, known.user_id, { username, admin: person.admin });
  const namesake = await findUserByName(tx, username);
  if (namesake) {
    by.log.warn({ username }, 'a token of the hosting service names an account of another');
    throw unauthenticated('invalid credentials');
  }
  const made = await provision(by, tx, username);
  await tx.insertInto('external_people').values({ external_id: person.id, user_id: made.id }).execute();
  return follow(tx, by, made.id, { username, admin: person.admin, display_name: person.name.slice(0, 255) });
}

async function follow(
  tx: Tx,
  by: Doer & Pick<PublicContext, 'master'>,
  userId: number,
  told: { username: string; admin: boolean; display_name?: string },
): Promise<UserRow> {
  const user = await findUserById(tx, userId);
  if (!user) throw unauthenticated('invalid credentials');
  // Whoever is deactivated is refused by the check of his session.
  if (!user.active) return user;
  const differing = Object.entries(told).filter(([name, value]) => user[name as keyof UserRow] !== value);
  if (differing.length === 0) return user;
  try {
    return await changeUser(by.master, tx, by, userId, Object.fromEntries(differing));
  } catch (error) {
    throw sqlState(error) === '23505' ? unauthenticated('invalid credentials') : error;
  }
}

function usernameOf({ log }: Pick<PublicContext, 'log'>, { email }: ExternalPerson): string {
  try {
    return nameIn({ email }, 'email');
  } catch (error) {
    if (!(error instanceof RemoteSignInRefused)) throw error;
    log.warn({ err: error.cause ?? error }, 'a token of the hosting service is refused');
    throw unauthenticated('invalid credentials');
  }
}
