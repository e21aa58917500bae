import { createClient } from '@determined/contract/client.ts';
import { getMasterRoute } from '@determined/contract/cluster/master-info-routes.ts';
import { getAuditEntriesRoute } from '@determined/contract/identity/audit-ext-routes.ts';
import { createGroupRoute, getGroupsRoute } from '@determined/contract/identity/groups-routes.ts';
import { getSignOutAddressRoute } from '@determined/contract/identity/session-ext-routes.ts';
import { getUserByUsernameRoute, patchUserRoute, postUserRoute } from '@determined/contract/identity/users-routes.ts';
import { type DevCluster, devPassword, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { type OidcProvider, startOidcProvider } from '@determined/dev-cluster/oidc-provider.ts';
import { WalkingBrowser } from '@determined/dev-cluster/walking-browser.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let provider: OidcProvider;
let cluster: DevCluster;
beforeAll(async () => {
  provider = await startOidcProvider();
  const follow = {
    DET_OIDC_AUTO_PROVISION_USERS: 'true',
    DET_OIDC_DISPLAY_NAME_ATTRIBUTE_NAME: 'name',
    DET_OIDC_AGENT_UID_ATTRIBUTE_NAME: 'uid',
    DET_OIDC_AGENT_GID_ATTRIBUTE_NAME: 'gid',
    DET_OIDC_AGENT_USER_NAME_ATTRIBUTE_NAME: 'user',
    DET_OIDC_AGENT_GROUP_NAME_ATTRIBUTE_NAME: 'group',
    DET_OIDC_GROUPS_ATTRIBUTE_NAME: 'groups',
    DET_OIDC_ALWAYS_REDIRECT: 'true',
  };
  cluster = await startDevCluster({ env: provider.env(follow) });
  provider.lead(cluster);
});
afterAll(async () => {
  await cluster.stop();
  await provider.stop();
});
afterEach(() => {
  provider.lie = null;
  provider.foreignKey = false;
});

const start = (relay = '') => `${cluster.address}/oidc/sso${relay && `?relayState=${encodeURIComponent(relay)}`}`;
const home = () => `${cluster.address}/det/`;
const beside = 'http://localhost:49176';

/** Signs in somebody and answers where the browser is led to, below the master's address. */
async function signIn(sub: string, claims: object = { email: `${sub}@corp.example` }, browser = new WalkingBrowser()) {
  provider.account = { sub, claims: { ...claims } };
  const led = await browser.walk(start(), home());
  return { browser, led: led.slice(cluster.address.length), token: browser.cookies.get('auth') };
}
const accountOf = async (username: string) =>
  (await cluster.admin.client.call(getUserByUsernameRoute, { username })).user;
const me = async (token = '') => {
  await cluster.heard();
  const reply = await cluster.fetch('/api/v1/me', { token });
  return reply.ok ? ((await reply.json()) as { user: { username: string } }).user.username : reply.status;
};
const problem = (name: string) => `/det/login?hard_logout=true&problem=${name}`;

test('groups follow the claim: made where they are missing, left where it does not name them', async () => {
  const { client } = cluster.admin;
  const claims = (groups?: string[]) => ({ email: 'gil@corp.example', ...(groups && { groups }) });
  await signIn('gil', claims(['Readers', 'Writers']));
  const { id: userId = 0 } = (await accountOf('gil@corp.example')) ?? {};
  const groups = async () => {
    const found = await client.call(getGroupsRoute, { userId, limit: 10 });
    return found.groups.map(({ group }) => group?.name).toSorted();
  };
  expect(await groups()).toEqual(['Readers', 'Writers']);
  await client.call(createGroupRoute, { name: 'By hand', addUsers: [userId] });
  await signIn('gil', claims(['Writers', 'Others']));
  expect(await groups()).toEqual(['Others', 'Writers']);
  expect((await client.call(getGroupsRoute, { name: 'Readers', limit: 10 })).groups[0]?.numMembers).toBe(0);
  // What the provider does not send stays.
  await signIn('gil', claims());
  expect(await groups()).toEqual(['Others', 'Writers']);
  await signIn('gil', claims([]));
  expect(await groups()).toEqual([]);
});

test('[SHELL-059] clients are told of the provider: its name, type, address and whether one always goes to it', async () => {
  const ssoUrl = `${cluster.address}/oidc/sso`;
  const { ssoProviders } = await cluster.admin.client.call(getMasterRoute, {});
  expect(ssoProviders).toEqual([{ name: 'Corp', ssoUrl, type: 'OIDC', alwaysRedirect: true }]);
  const info = (await (await cluster.fetch('/info')).json()) as { sso_providers: unknown };
  expect(info.sso_providers).toEqual([{ name: 'Corp', sso_url: ssoUrl, type: 'OIDC', always_redirect: true }]);
});

test('a sign-in by the provider makes the account, by code with PKCE, state and nonce, and a session', async () => {
  const { led, token, browser } = await signIn('ada');
  expect(led).toBe('/det/login');
  expect(await me(token)).toBe('ada@corp.example');
  expect(browser.cookies.has('oauth2_state')).toBe(false);
  expect(await accountOf('ada@corp.example')).toMatchObject({ remote: true, admin: false, active: true });
  const asked = provider.asked.at(-1);
  expect(asked?.get('code_challenge_method')).toBe('S256');
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked?.get(name)?.length).toBeGreaterThan(20);
  expect(asked?.get('scope')).toBe('openid profile email groups');
  // Each way has its own.
  await signIn('ada');
  expect(provider.asked.at(-1)?.get('nonce')).not.toBe(asked?.get('nonce'));
  const { entries } = await cluster.admin.client.call(getAuditEntriesRoute, { query: { limit: 3 } } as never);
  expect(entries.map(({ action, user }) => [action, user?.username ?? null])).toEqual([
    ['sign in', 'ada@corp.example'],
    ['sign in', 'ada@corp.example'],
    ['create', null],
  ]);
});

test('display name and agent user follow the claims, and stay where they are not sent', async () => {
  const email = 'bea@corp.example';
  await signIn('bea', { email, name: 'Bea', uid: 1001, gid: 1002, user: 'bea', group: 'staff' });
  const agentUserGroup = { agentUid: 1001, agentGid: 1002, agentUser: 'bea', agentGroup: 'staff' };
  expect(await accountOf(email)).toMatchObject({ displayName: 'Bea', agentUserGroup });
  await signIn('bea', { email, uid: 2001 });
  expect(await accountOf(email)).toMatchObject({
    displayName: 'Bea',
    agentUserGroup: { ...agentUserGroup, agentUid: 2001 },
  });
});

test.each([
  ['no address', {}],
  ['one that is no text', { email: 7 }],
  ['one that is not verified', { email: 'x@corp.example', email_verified: false }],
  ['control characters', { email: 'x\n@corp.example' }],
  ['an id that is no number', { email: 'y@corp.example', uid: '7' }],
])('claims with %s are refused', async (_name, claims) => {
  const { led, token } = await signIn('strange', claims);
  expect([led, token]).toEqual([problem('claims'), undefined]);
  expect(
    await cluster.admin.client.call(getUserByUsernameRoute, { username: 'y@corp.example' }).catch(() => 'none'),
  ).toBe('none');
});

test('no account that is not remote is taken over by its name', async () => {
  await cluster.admin.client.call(postUserRoute, {
    user: { username: 'cy@corp.example', active: true },
    password: devPassword,
  });
  expect((await signIn('cy')).led).toBe(problem('local'));
  for (const email of ['admin', 'Admin', 'determined']) {
    const { led, token } = await signIn(`as-${email}`, { email });
    expect([led, token]).toEqual([problem('local'), undefined]);
  }
  expect(await accountOf('cy@corp.example')).toMatchObject({ remote: false });
});

test('who is deactivated stays out, nothing of him changes, and his tokens end', async () => {
  const email = 'dan@corp.example';
  const { token } = await signIn('dan', { email, name: 'Dan' });
  const { id = 0 } = (await accountOf(email)) ?? {};
  await cluster.admin.client.call(patchUserRoute, { userId: id, user: { active: false } });
  expect(await me(token)).toBe(403);
  expect((await signIn('dan', { email, name: 'Daniel' })).led).toBe(problem('inactive'));
  expect(await accountOf(email)).toMatchObject({ displayName: 'Dan', active: false });
});

test('a remote account has no password to sign in by', async () => {
  await signIn('eve');
  const body = JSON.stringify({ username: 'eve@corp.example', password: '' });
  expect((await cluster.fetch('/api/v1/auth/login', { method: 'POST', body })).status).toBe(401);
});

test('an unknown name is refused where accounts are not made', async () => {
  for (const { config } of cluster.masters) config.oidc.auto_provision_users = false;
  try {
    expect((await signIn('nobody')).led).toBe(problem('unknown'));
    await cluster.admin.client.call(postUserRoute, {
      user: { username: 'fay@corp.example', active: true, remote: true },
    });
    expect((await signIn('fay')).led).toBe('/det/login');
  } finally {
    for (const { config } of cluster.masters) config.oidc.auto_provision_users = true;
  }
});

test('the command line is handed its token where it listens, and nowhere else', async () => {
  provider.account = { sub: 'gus', claims: { email: 'gus@corp.example' } };
  const led = await new WalkingBrowser().walk(start('cli'), beside);
  expect(led).toMatch(/^http:\/\/localhost:49176\/?\?token=[\w-]{40,}$/);
  expect(await me(new URL(led).searchParams.get('token') ?? '')).toBe('gus@corp.example');
  for (const relay of [
    'cli@evil.example',
    'cli:80',
    'https://evil.example/',
    '//evil.example',
    '?redirect=//evil.example',
    '\\\\evil',
  ]) {
    const to = await new WalkingBrowser().walk(start(relay), home());
    // Carried to the console, which follows paths of its own alone.
    expect(to).toBe(`${cluster.address}/det/login?relayState=${encodeURIComponent(relay)}`);
  }
  expect(await new WalkingBrowser().walk(start('x'.repeat(3000)), home())).toBe(`${cluster.address}/det/login`);
});

/** Goes to the provider and back up to, not including, the callback. */
async function codeFor(sub: string, browser = new WalkingBrowser()) {
  provider.account = { sub, claims: { email: `${sub}@corp.example` } };
  return { browser, callback: new URL(await browser.walk(start(), `${cluster.address}/oidc/callback`)) };
}
const arrive = async (browser: WalkingBrowser, callback: URL) => {
  const { location } = await browser.step(callback.href);
  return [location.slice(cluster.address.length), browser.cookies.has('auth')];
};

test('a code is good in the browser that began, and once', async () => {
  const { browser, callback } = await codeFor('hal');
  // Given to a victim, who would be signed in as somebody else.
  expect(await arrive(new WalkingBrowser(), callback)).toEqual([problem('expired'), false]);
  const victim = await codeFor('ivy');
  expect(await arrive(victim.browser, callback)).toEqual([problem('provider'), false]);
  const kept = new Map(browser.cookies);
  expect(await arrive(browser, callback)).toEqual(['/det/login', true]);
  const again = new WalkingBrowser();
  for (const [name, value] of kept) again.cookies.set(name, value);
  expect(await arrive(again, callback)).toEqual([problem('provider'), false]);
});

test.each(['state', 'nonce', 'verifier'] as const)(
  'another %s than the one that was begun with is refused',
  async (part) => {
    const { browser, callback } = await codeFor('jo');
    const kept = JSON.parse(Buffer.from(browser.cookies.get('oauth2_state') ?? '', 'base64url').toString());
    const other = { ...kept, [part]: 'A'.repeat(43) };
    browser.cookies.set('oauth2_state', Buffer.from(JSON.stringify(other)).toString('base64url'));
    expect(await arrive(browser, callback)).toEqual([problem('provider'), false]);
  },
);

test('an answer of another issuer is refused, and so is one that says it failed', async () => {
  const mixed = await codeFor('kim');
  mixed.callback.searchParams.set('iss', 'http://evil.example');
  expect(await arrive(mixed.browser, mixed.callback)).toEqual([problem('provider'), false]);
  const bare = await codeFor('kim');
  bare.callback.searchParams.delete('iss');
  expect(await arrive(bare.browser, bare.callback)).toEqual([problem('provider'), false]);
  provider.account = null;
  const led = await new WalkingBrowser().walk(start(), home());
  expect(led.slice(cluster.address.length)).toBe(problem('provider'));
});

const now = () => Math.floor(Date.now() / 1000);
test.each([
  ['of another issuer', { iss: 'http://evil.example' }],
  ['for another client', { aud: 'another-client' }],
  ['for several, by another', { aud: ['console', 'another'], azp: 'another' }],
  ['of another sign-in', { nonce: 'another' }],
  ['without a nonce', { nonce: undefined }],
  ['whose time is over', { exp: 1_000_000 }],
  ['that is of the future', { iat: now() + 86_400, nbf: now() + 86_400 }],
  ['of another person than the userinfo', { sub: 'another' }],
])('an ID token %s is refused', async (_name, changed) => {
  provider.lie = (payload) => ({ ...payload, ...changed });
  expect(await signIn('lou')).toMatchObject({ led: problem('provider'), token: undefined });
});

test('an ID token that the provider has not signed is refused', async () => {
  provider.foreignKey = true;
  expect(await signIn('lou')).toMatchObject({ led: problem('provider'), token: undefined });
});

test('a token that was there before is not made good by a sign-in', async () => {
  const browser = new WalkingBrowser();
  browser.cookies.set('auth', 'fixed-by-somebody-else');
  const { token } = await signIn('max', { email: 'max@corp.example' }, browser);
  expect(token).not.toBe('fixed-by-somebody-else');
  expect([await me(token), await me('fixed-by-somebody-else')]).toEqual(['max@corp.example', 401]);
});

test('an expired session of a remote account says so, one of another does not', async () => {
  const { token } = await signIn('ned');
  const local = await cluster.newUser();
  const past = { expires_at: '2020-01-01T00:00:00Z' };
  await cluster.master.db
    .updateTable('user_sessions')
    .set(past)
    .where('kind', '=', 'user')
    .where('user_id', '<>', 1)
    .execute();
  const words = async (bearer = '') => {
    const reply = await cluster.fetch('/api/v1/trials/1', { token: bearer });
    return [reply.status, ((await reply.json()) as { error: { error: string } }).error.error];
  };
  await expect.poll(() => words(token)).toEqual([401, 'remote user token expired']);
  await expect.poll(() => words(local.token)).toEqual([401, 'invalid credentials']);
});

test('whoever signed in by it is led to sign out of the provider too', async () => {
  const { token = '', browser } = await signIn('ola');
  const client = createClient({ baseUrl: cluster.address, token });
  const { address } = await client.call(getSignOutAddressRoute, {});
  const asked = new URL(address);
  expect([asked.origin, asked.pathname]).toEqual([provider.issuer, '/session/end']);
  expect(asked.searchParams.get('post_logout_redirect_uri')).toBe(`${cluster.address}/oidc/signed-out`);
  const form = await (await browser.step(address)).reply.text();
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(form)?.[1] ?? '';
  const action = /action="([^"]+)"/.exec(form)?.[1] ?? '';
  const { location } = await browser.step(action, {
    method: 'POST',
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  expect(location).toMatch(new RegExp(`^${cluster.address}/oidc/signed-out`));
  expect((await browser.step(location)).location).toBe(`${cluster.address}/det/login?hard_logout=true`);
  // By password there is nothing to sign out of.
  expect(await cluster.admin.client.call(getSignOutAddressRoute, {})).toEqual({ address: '' });
});

test('secrets of the provider are shown nowhere', async () => {
  const config = await (await cluster.fetch('/api/v1/master/config', { token: cluster.admin.token })).text();
  expect(config).toContain('idp_sso_url');
  expect(config).not.toContain('a-secret-of-the-client');
});

test('a provider that is away keeps nobody from signing in by password', async () => {
  const dark = await startOidcProvider();
  const alone = await startDevCluster({ env: dark.env() });
  try {
    dark.lead(alone);
    await dark.stop();
    expect((await alone.signIn('admin', devPassword)).id).toBe(1);
    const led = await alone.fetch('/oidc/sso');
    expect([led.status, led.headers.get('location')]).toEqual([303, problem('provider')]);
  } finally {
    await alone.stop();
  }
});

test('without the setting there is no such way in', async () => {
  const plain = await startDevCluster();
  try {
    for (const path of ['/oidc/sso', '/oidc/callback?code=x&state=y', '/oidc/signed-out']) {
      const reply = await plain.fetch(path);
      expect([reply.status, await reply.json()]).toEqual([404, { message: expect.stringContaining('oidc.enabled') }]);
    }
    expect(((await (await plain.fetch('/info')).json()) as { sso_providers: unknown }).sso_providers).toBeNull();
  } finally {
    await plain.stop();
  }
});
