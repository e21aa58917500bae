import { ApiError } from '@determined/contract/errors.ts';
import type { SignInProblem } from '@determined/contract/identity/sign-in-problems.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OidcInUse } from '#platform/config/sign-in-settings.ts';
import type { PublicContext } from '#platform/http/context.ts';
import type { RawHandler } from '#platform/http/serve.ts';
import { signIn } from '../login.ts';
import { beginAttempt, type OidcAttempt, takeAttempt } from './oidc-attempt.ts';
import { callbackAddress, neededOidc, oidcClient, oidcLibrary } from './oidc-client.ts';
import { type Claims, RemoteSignInRefused, remoteUser } from './remote-user.ts';

// The authorization code flow with PKCE, state and nonce. Facts: sign-in by others 1.2.

/** Leads to the provider. */
export const beginOidc: RawHandler = async (request, reply, ctx) => {
  const settings = neededOidc(ctx.master);
  try {
    const client = await oidcClient(ctx.master, settings);
    const { state, nonce, verifier } = await beginAttempt(ctx, queryOf(request).get('relayState') ?? '');
    const oidc = await oidcLibrary();
    const address = oidc.buildAuthorizationUrl(client, {
      redirect_uri: callbackAddress(settings),
      scope: `openid profile email${settings.exclude_groups_scope ? '' : ' groups'}`,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return reply.redirect(address.href, 302);
  } catch (error) {
    if (error instanceof ApiError) return fail(reply, 'provider');
    throw error;
  }
};

/** Back from the provider: a session for whom it names, then on to the console or the command line. */
export const finishOidc: RawHandler = async (request, reply, ctx) => {
  const settings = neededOidc(ctx.master);
  const attempt = takeAttempt(request, ctx);
  if (!attempt) return fail(reply, 'expired');
  try {
    const { claims, idToken } = await exchange(ctx, settings, attempt, queryOf(request));
    const user = await remoteUser(ctx, settings, claims);
    // That it is this browser's own sign-in was proved by what it had kept.
    const { token } = await signIn(ctx, user, { cookie: 'always', providerToken: idToken });
    return reply.redirect(onwards(attempt.relay, token), 303);
  } catch (error) {
    if (!(error instanceof RemoteSignInRefused)) throw error;
    ctx.log.warn({ err: error.cause ?? error, remoteAddress: ctx.remoteAddress }, 'sign-in by a provider refused');
    return fail(reply, error.problem);
  }
};

/**
 * Code → who it is. The library checks state, issuer, and of the ID token signature, issuer, audience, times and nonce; the
 * subject of what the userinfo endpoint says is the ID token's.
 */
async function exchange(ctx: PublicContext, settings: OidcInUse, attempt: OidcAttempt, query: URLSearchParams) {
  try {
    const client = await oidcClient(ctx.master, settings);
    const oidc = await oidcLibrary();
    const address = new URL(callbackAddress(settings));
    address.search = query.toString();
    const tokens = await oidc.authorizationCodeGrant(client, address, {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    });
    const own = tokens.claims();
    if (!own || !tokens.id_token) throw new Error('no ID token');
    const more =
      client.serverMetadata().userinfo_endpoint === undefined
        ? {}
        : await oidc.fetchUserInfo(client, tokens.access_token, own.sub);
    const claims: Claims = { ...own, ...more };
    return { claims, idToken: tokens.id_token };
  } catch (error) {
    throw new RemoteSignInRefused('provider', error);
  }
}

/** `cli` is where `det auth login` listens. Anything else is the console's own, and travels as it came. */
function onwards(relay: string, token: string): string {
  if (relay === 'cli' || relay === 'cli=true') return `http://localhost:49176?token=${token}`;
  return relay === '' ? '/det/login' : `/det/login?relayState=${encodeURIComponent(relay)}`;
}

/** Back to the sign-in page, which says what went wrong and does not lead to the provider by itself. */
const fail = (reply: FastifyReply, problem: SignInProblem) =>
  reply.redirect(`/det/login?hard_logout=true&problem=${problem}`, 303);

const queryOf = (request: FastifyRequest) => new URL(request.url, 'http://local').searchParams;
