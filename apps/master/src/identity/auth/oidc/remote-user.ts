import { ApiError } from '@determined/contract/errors.ts';
import type { SignInProblem } from '@determined/contract/identity/sign-in-problems.ts';
import type { Updateable } from 'kysely';
import type { OidcSettings } from '#platform/config/sign-in-settings.ts';
import type { Tx } from '#platform/db/database.ts';
import type { UsersTable } from '#platform/db/tables/identity-tables.ts';
import { inTransaction, sqlState, TryAgain } from '#platform/db/transaction.ts';
import type { PublicContext } from '#platform/http/context.ts';
import type { Doer } from '../../audit/shared/record-audit.ts';
import { addUserIn } from '../../users/shared/add-user.ts';
import { changeUser } from '../../users/shared/change-user.ts';
import { refuseReserved } from '../../users/shared/user-name-rules.ts';
import { findUserByName } from '../../users/shared/user-store.ts';
import type { UserRow } from '../../users/shared/user-view.ts';
import { remoteGroupsTold } from '../shared/remote-user-hooks.ts';

/** What a provider says of somebody, by name. */
export type Claims = Record<string, unknown>;

export class RemoteSignInRefused extends Error {
  override readonly name = 'RemoteSignInRefused';
  readonly problem: SignInProblem;
  constructor(problem: SignInProblem, cause?: unknown) {
    super(`sign-in by a provider: ${problem}`, { cause });
    this.problem = problem;
  }
}

/**
 * The account of whom a provider names: it has to be one of the provider's (remote) and active, before anything is changed.
 * Made where that is wanted; groups, display name and agent user follow what the claims say, and stay where they say
 * nothing. Throws RemoteSignInRefused. Facts: sign-in by others 1.2, 1.3.
 */
export async function remoteUser(ctx: PublicContext, settings: OidcSettings, claims: Claims): Promise<UserRow> {
  const username = nameIn(claims, settings.authentication_claim);
  // Read before anything is written: a wrong claim changes nothing.
  const change = settings.auto_provision_users ? changeIn(claims, settings) : {};
  const groups = groupsIn(claims, settings);
  return inTransaction(ctx.db, async (tx) => {
    const found = await findUserByName(tx, username);
    if (!found && !settings.auto_provision_users) throw new RemoteSignInRefused('unknown');
    const user = found ?? (await provision(ctx, tx, username));
    // Whoever names his account at the provider like one here would be that one.
    if (!user.remote) throw new RemoteSignInRefused('local');
    if (!user.active) throw new RemoteSignInRefused('inactive');
    const by: Doer = { ...ctx, user: { id: user.id, username, displayName: user.display_name } };
    const differing = Object.entries(change).filter(([name, value]) => user[name as keyof UserRow] !== value);
    const row =
      differing.length === 0 ? user : await changeUser(ctx.master, tx, by, user.id, Object.fromEntries(differing));
    if (groups !== undefined) await remoteGroupsTold.run(tx, { userId: user.id, groups, by });
    return row;
  });
}

export async function provision(ctx: Doer & Pick<PublicContext, 'master'>, tx: Tx, username: string): Promise<UserRow> {
  const nobody = { agent_uid: null, agent_gid: null, agent_user: null, agent_group: null };
  const own = { username, display_name: '', password_hash: '', admin: false, active: true, remote: true, ...nobody };
  try {
    return await addUserIn(tx, ctx, own);
  } catch (error) {
    // Somebody has just made it: the same one in another tab.
    throw sqlState(error) === '23505' ? new TryAgain('the account has just been made') : error;
  }
}

const longestName = 255;

export function nameIn(claims: Claims, claim: string): string {
  const name = textIn(claims, claim)?.trim();
  if (name === undefined || name === '' || name.length > longestName) throw refused(`no usable claim ${claim}`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names are shown in lists, logs and exports
  if (/[\u0000-\u001f\u007f]/.test(name)) throw refused(`control characters in the claim ${claim}`);
  if (claim === 'email' && claims.email_verified === false) throw refused('the address is not verified');
  try {
    refuseReserved(name);
  } catch (error) {
    if (error instanceof ApiError) throw new RemoteSignInRefused('local', error);
    throw error;
  }
  return name;
}

function changeIn(claims: Claims, settings: OidcSettings): Updateable<UsersTable> {
  const change: Updateable<UsersTable> = {};
  const display = textIn(claims, settings.display_name_attribute_name)?.trim();
  if (display) change.display_name = display.slice(0, longestName);
  const uid = numberIn(claims, settings.agent_uid_attribute_name);
  const gid = numberIn(claims, settings.agent_gid_attribute_name);
  const user = textIn(claims, settings.agent_user_name_attribute_name);
  const group = textIn(claims, settings.agent_group_name_attribute_name);
  if (uid !== undefined) change.agent_uid = uid;
  if (gid !== undefined) change.agent_gid = gid;
  if (user) change.agent_user = user;
  if (group) change.agent_group = group;
  return change;
}

function groupsIn(claims: Claims, { groups_attribute_name: name }: OidcSettings): string[] | undefined {
  const value = name === '' ? undefined : claims[name];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.some((group) => typeof group !== 'string'))
    throw refused(`${name} is no list of texts`);
  return [...new Set<string>(value.filter((group) => group !== ''))];
}

function textIn(claims: Claims, name: string): string | undefined {
  const value = name === '' ? undefined : claims[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw refused(`the claim ${name} is no text`);
  return value;
}

function numberIn(claims: Claims, name: string): number | undefined {
  const value = name === '' ? undefined : claims[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !(value >= 0 && value < 2 ** 31)) throw refused(`the claim ${name} is no id`);
  return Math.round(value);
}

const refused = (why: string) => new RemoteSignInRefused('claims', new Error(why));
