import { invalidArgument, permissionDenied, unauthenticated } from '@determined/contract/errors.ts';
import type { loginRoute } from '@determined/contract/identity/auth-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { PublicContext } from '#platform/http/context.ts';
import { isFromElsewhere } from '#platform/http/credentials.ts';
import type { PublicHandler } from '#platform/http/serve.ts';
import { perMaster } from '#platform/master.ts';
import { recordAudit } from '../audit/shared/record-audit.ts';
import {
  clientPasswordHash,
  hashPassword,
  isOutdated,
  passwordCost,
  passwordMatches,
} from '../sessions/shared/password.ts';
import { startSession } from '../sessions/shared/session-store.ts';
import { signsInElsewhere } from '../users/shared/managed-elsewhere.ts';
import { findUserByName, noteSignIn, replacePasswordHash } from '../users/shared/user-store.ts';
import { fullUserView, type UserRow } from '../users/shared/user-view.ts';
import { setSessionCookie } from './session-cookie.ts';
import { SignInLimiter } from './sign-in-limiter.ts';

const limiter = perMaster(({ db, clock, config }) => {
  const { failures, address_failures, window_seconds, max_delay_seconds } = config.security.sign_in;
  return new SignInLimiter(db, clock, {
    failures,
    addressFailures: address_failures,
    windowSeconds: window_seconds,
    maxDelaySeconds: max_delay_seconds,
  });
});

export const login: PublicHandler<typeof loginRoute> = async ({ username, password, isHashed }, ctx) => {
  if (signsInElsewhere(ctx.master)) throw invalidArgument('please run `det auth login` to authenticate');
  const clientHash = isHashed ? password : clientPasswordHash(password);
  return signIn(ctx, await checkPassword(ctx, { username, clientHash }));
};

/** The account that name and password belong to; failures are counted, of accounts and addresses, and slowed. */
export async function checkPassword(
  ctx: PublicContext,
  { username, clientHash }: { username: string; clientHash: string },
): Promise<UserRow> {
  if (username === '') throw invalidArgument('missing argument: username');
  const user = await limiter(ctx.master).attempt(username, ctx.remoteAddress, async () => {
    const found = await findUserByName(ctx.db, username);
    // The password is checked even where the answer is known, so that the time does not tell which names exist.
    const lane = found ? `account ${found.id}` : `strangers from ${ctx.remoteAddress}`;
    const cost = passwordCost(ctx.master);
    const matches = await passwordMatches(found?.password_hash, clientHash, lane, cost);
    if (!found || found.remote || !matches) return undefined;
    if (isOutdated(found.password_hash, cost)) {
      await replacePasswordHash(ctx.db, found.id, found.password_hash, await hashPassword(clientHash, cost));
    }
    return found;
  });
  if (!user) {
    ctx.log.info({ username, remoteAddress: ctx.remoteAddress }, 'sign-in refused');
    await noteRefusal(ctx, username);
    throw unauthenticated('invalid credentials');
  }
  if (!user.active) throw permissionDenied('user is not active');
  return user;
}

interface SignInOptions {
  /** `always`: that it is the visitor's own sign-in has been proved otherwise. */
  cookie?: 'to our pages' | 'always' | 'never';
  /** The ID token of the provider that vouches for him. */
  providerToken?: string;
  /** When the proof of who he is ends, if that is before sessions do. */
  until?: Date;
}

/** Starts a session for a user who has proved who he is, sets the cookie, answers token and account. */
export async function signIn(
  ctx: PublicContext,
  user: UserRow,
  { cookie = 'to our pages', providerToken, until }: SignInOptions = {},
) {
  const now = ctx.master.clock.now();
  const usually = now.getTime() + ctx.master.config.security.session_days * 86_400_000;
  const expiresAt = new Date(Math.min(usually, until?.getTime() ?? usually));
  const [token, row] = await inTransaction(ctx.db, async (tx) => {
    const client = (ctx.headers['user-agent'] ?? '').slice(0, longestClient);
    const about = { address: ctx.remoteAddress, client, provider_token: providerToken };
    const session = await startSession(tx, user.id, 'user', expiresAt, about);
    const deed = { action: 'sign in', kind: 'session', id: session.sessionId, name: user.username } as const;
    await recordAudit(tx, { ...ctx, user: signedInUser(user) }, deed);
    const updated = await noteSignIn(tx, user.id);
    return [session.token, updated] as const;
  });
  // A page of another site must not sign its visitor in as somebody else.
  if (cookie === 'always' || (cookie === 'to our pages' && !isFromElsewhere(ctx.headers)))
    setSessionCookie(ctx, token, expiresAt);
  return { token, user: fullUserView(row) };
}

/** The same work for a name that exists and one that does not, which may be a password by mistake and is not kept. */
async function noteRefusal(ctx: PublicContext, username: string): Promise<void> {
  const known = await findUserByName(ctx.db, username);
  const whom = known ? { id: known.id, name: known.username } : {};
  await inTransaction(ctx.db, (tx) => recordAudit(tx, ctx, { action: 'refuse sign-in', kind: 'user', ...whom }));
}

const longestClient = 300;

const signedInUser = ({ id, username, display_name }: UserRow) => ({ id, username, displayName: display_name });
