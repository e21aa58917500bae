import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import type { DevCluster } from './dev-cluster.ts';

/** What a provider says of an account besides its `sub`. */
export type AccountClaims = Record<string, unknown>;

export interface OidcProvider {
  issuer: string;
  /** Environment of a master that signs in by it. */
  env(more?: Record<string, string>): Record<string, string>;
  /** Tells provider and masters where the browser comes back to, now that the address is known. */
  lead(cluster: Pick<DevCluster, 'address' | 'masters'>): void;
  /** Who is signed in at the provider when it is asked next, with what it says of him; null: nobody may. */
  account: { sub: string; claims: AccountClaims } | null;
  /** Changes the ID tokens that it answers: a provider or somebody between that lies. `foreignKey`: signed by another key. */
  lie: ((payload: JWTPayload) => JWTPayload) | null;
  foreignKey: boolean;
  /** What was asked of its authorisation endpoint. */
  asked: URLSearchParams[];
  stop(): Promise<void>;
}

const clientId = 'console';
const clientSecret = 'a-secret-of-the-client-that-is-long-enough';

/** A real OpenID Connect provider (oidc-provider) on a free port; it asks nobody for a password. */
export async function startOidcProvider(): Promise<OidcProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const foreign = (await generateKeyPair('RS256')).privateKey;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has such an address.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const addresses: string[] = ['http://127.0.0.1:1'];
  const accounts = new Map<string, AccountClaims>();
  const started: OidcProvider = {
    issuer,
    env: (more = {}) => ({
      DET_OIDC_ENABLED: 'true',
      DET_OIDC_PROVIDER: 'Corp',
      DET_OIDC_CLIENT_ID: clientId,
      DET_OIDC_CLIENT_SECRET: clientSecret,
      DET_OIDC_IDP_SSO_URL: issuer,
      DET_OIDC_IDP_RECIPIENT_URL: addresses[0] ?? '',
      ...more,
    }),
    lead: ({ address, masters }) => {
      addresses[0] = address;
      for (const { config } of masters) config.oidc.idp_recipient_url = address;
      serve();
    },
    account: null,
    lie: null,
    foreignKey: false,
    asked: [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  function serve(): void {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: addresses.map((address) => `${address}/oidc/callback`),
          post_logout_redirect_uris: addresses.map((address) => `${address}/oidc/signed-out`),
        },
      ],
      jwks: { keys: [jwk] },
      cookies: { keys: ['for-tests-only'] },
      scopes: ['openid', 'profile', 'email', 'groups'],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'uid', 'gid', 'user', 'group'],
        groups: ['groups'],
      },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true, logoutSource } },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...accounts.get(sub) }) }),
      // Nobody is asked whether the console may know him.
      loadExistingGrant: async (ctx) => {
        const grant = new ctx.oidc.provider.Grant({
          accountId: ctx.oidc.session?.accountId ?? '',
          clientId: ctx.oidc.client?.clientId ?? '',
        });
        grant.addOIDCScope('openid profile email groups');
        await grant.save();
        return grant;
      },
    });
    provider.use(async (ctx, next) => {
      if (ctx.path === '/auth') started.asked.push(new URLSearchParams(ctx.querystring));
      await next();
      const { lie, foreignKey } = started;
      const body = ctx.body as { id_token?: string } | undefined;
      if (ctx.path !== '/token' || !body?.id_token || (!lie && !foreignKey)) return;
      const payload = decodeJwt(body.id_token);
      body.id_token = await new SignJWT(lie ? lie(payload) : payload)
        .setProtectedHeader({ alg: 'RS256', kid: 'one' })
        .sign(foreignKey ? foreign : privateKey);
    });
    const answer = provider.callback();
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return answer(request, response);
      const { account } = started;
      if (account) accounts.set(account.sub, account.claims);
      const result = account
        ? { login: { accountId: account.sub } }
        : { error: 'access_denied', error_description: 'nobody is signed in' };
      provider
        .interactionFinished(request, response, result)
        .catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
  }
  serve();
  return started;
}

/** The form by which somebody signs out of the provider sends itself where scripts run. */
async function logoutSource(ctx: { body: unknown }, form: string): Promise<void> {
  ctx.body = `<!doctype html><title>Sign out of Corp?</title>${form}
    <button type="submit" form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button>`;
}
