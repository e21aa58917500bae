import { devPassword } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { type OidcProvider, startOidcProvider } from '@determined/dev-cluster/oidc-provider.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { seen } from '../support/seen.ts';

let provider: OidcProvider;
const env: Record<string, string> = {};
beforeAll(async () => {
  provider = await startOidcProvider();
  Object.assign(env, provider.env({ DET_OIDC_PROVIDER: 'corp', DET_OIDC_AUTO_PROVISION_USERS: 'true' }));
});
const at = consoleTest({ env });
beforeAll(() => provider.lead(at.cluster));
afterAll(() => provider.stop());

beforeEach(() => {
  provider.account = { sub: 'ada', claims: { email: 'ada@corp.example' } };
});
afterEach(() => {
  const { oidc, det_cloud, __internal } = at.cluster.master.config;
  oidc.always_redirect = false;
  Object.assign(det_cloud, { enabled: false, login_url: null });
  Object.assign(__internal.external_sessions, { login_uri: null, logout_uri: null });
});

const button = (name = 'Corp') => at.page.getByRole('link', { name });
const userMenu = (name = 'ada@corp.example') => at.page.getByRole('button', { name: `User menu of ${name}` });
const signedInByProvider = async (path: string) => {
  await at.visitor.open(path);
  await button().click();
  await seen(userMenu());
};
const expire = () =>
  at.cluster.master.db
    .updateTable('user_sessions')
    .set({ expires_at: '2020-01-01T00:00:00Z' })
    .where('kind', '=', 'user')
    .where('user_id', '<>', at.cluster.admin.id)
    .execute();

test('[AUTH-009, AUTH-010, AUTH-011, AUTH-012] providers stand below the form; OIDC as it is, others with the query', async () => {
  const login_url = 'https://cloud.example/sign-in';
  Object.assign(at.cluster.master.config.det_cloud, { enabled: true, login_url });
  await at.visitor.open('/login?redirect=/det/dashboard&r=0.5');
  await seen(at.page.getByText('Alternatively, sign in with SSO'));
  await seen(at.page.getByText('OR', { exact: false }).first());
  await seen(at.page.getByLabel('Username'));
  expect(await button().getAttribute('href')).toBe(`${at.cluster.address}/oidc/sso`);
  const query = encodeURIComponent(`?${new URLSearchParams({ redirect: '/det/dashboard' })}`);
  expect(await button('Det-cloud').getAttribute('href')).toBe(`${login_url}?relayState=${query}`);
});

test('a provider signs in, and leads back to the page one wanted', async () => {
  await signedInByProvider('/workspaces?sort=newest');
  expect(at.visitor.place).toBe('/workspaces?sort=newest');
  await at.page.reload();
  await seen(userMenu());
});

test('[AUTH-055, AUTH-056] the way back, the session and the server’s address stand in both stores, each under its name', async () => {
  const stored = () =>
    at.page.evaluate<Record<string, string>>(
      '({ ...Object.fromEntries(Object.entries(localStorage).filter(([key]) => !key.startsWith("session/"))), ...sessionStorage })',
    );
  const both = (key: string, value: unknown) => ({
    [`global/${key}`]: JSON.stringify(value),
    [`session/${key}`]: JSON.stringify(value),
  });
  await at.visitor.open('/workspaces?sort=newest');
  // An answer without content leaves the page where it is.
  await at.page.route('**/oidc/sso*', (route) => route.fulfill({ status: 204 }));
  await button().click();
  await expect.poll(stored).toMatchObject(both('landing-redirect', '/workspaces?sort=newest'));
  await at.visitor.fillSignIn();
  await at.visitor.pageNamed('Workspaces');
  expect(await stored()).toMatchObject(both('auth-token', 'cookie'));
  expect(Object.keys(await stored()).filter((key) => key.includes('landing-redirect'))).toEqual([]);
  await at.page.keyboard.press('Control+Space');
  await at.page.getByRole('combobox', { name: 'Find anything' }).fill(`dev serverAddress set ${at.cluster.address}`);
  await at.page.getByRole('option', { name: at.cluster.address }).click();
  await at.page.getByRole('dialog', { name: 'Change Server Address' }).getByRole('button', { name: 'Change' }).click();
  await expect.poll(stored).toMatchObject(both('server-address', at.cluster.address));
});

test('the redirect of the address survives the way to the provider and back', async () => {
  await signedInByProvider('/login?redirect=/det/dashboard');
  expect(at.visitor.place).toBe('/dashboard');
});

test('what a provider sends back is followed inside of the console alone', async () => {
  for (const [relay, place] of [
    ['?redirect=/det/dashboard', '/dashboard'],
    ['?redirect=//evil.example/', '/workspaces'],
    ['https://evil.example/', '/workspaces'],
  ] as const) {
    await at.page.goto(`${at.cluster.address}/oidc/sso?relayState=${encodeURIComponent(relay)}`);
    await seen(userMenu());
    expect(at.page.url()).toBe(`${at.cluster.address}/det${place}`);
    await at.visitor.loseSession();
  }
});

test('who is refused reads why, and is not sent off again', async () => {
  at.cluster.master.config.oidc.always_redirect = true;
  provider.account = { sub: 'fake', claims: { email: 'admin' } };
  await at.visitor.open('/');
  await seen(at.page.getByText('The account of that name signs in by password.'));
  await seen(at.page.getByLabel('Username'));
});

test('[AUTH-017, AUTH-048] a provider that wants everybody gets them, without a page in between', async () => {
  at.cluster.master.config.oidc.always_redirect = true;
  let form = 0;
  await at.page.exposeFunction('formShown', () => {
    form += 1;
  });
  await at.page.addInitScript({
    content: `new MutationObserver(() => document.querySelector('input[name=username]') && formShown())
      .observe(document, { childList: true, subtree: true })`,
  });
  await at.visitor.open('/dashboard');
  await seen(userMenu());
  expect(at.visitor.place).toBe('/dashboard');
  expect(form).toBe(0);
});

test('[AUTH-018] after a hard sign-out the page shows all the same', async () => {
  at.cluster.master.config.oidc.always_redirect = true;
  await at.visitor.open('/login?hard_logout=true');
  await at.visitor.fillSignIn('admin', devPassword);
  await seen(userMenu('admin'));
});

test('Sign Out leads to the provider and back to the page', async () => {
  await signedInByProvider('/');
  await userMenu().click();
  await at.page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await at.page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await seen(at.page.getByLabel('Username'));
  expect(at.visitor.place).toBe('/login?hard_logout=true');
  const { sessions } = await sessionsOf('ada@corp.example');
  expect(sessions.filter(({ current }) => current)).toEqual([]);
});

async function sessionsOf(username: string): Promise<{ sessions: { current: boolean }[] }> {
  const token = at.cluster.admin.token;
  const found = await at.cluster.fetch(`/api/v1/users/${encodeURIComponent(username)}/by-username`, { token });
  const { user } = (await found.json()) as { user: { id: number } };
  return (await (await at.cluster.fetch(`/api/ext/v1/users/${user.id}/sessions`, { token })).json()) as never;
}

test('[AUTH-004, AUTH-046] an expired session of a provider leads there again, and back', async () => {
  await signedInByProvider('/dashboard');
  const asked = provider.asked.length;
  // The page asks by itself as well: not before it stands where it is to come back to.
  const { promise: standsThere, resolve: goOn } = Promise.withResolvers<void>();
  await at.page.route('**/api/**', async (call) => {
    await standsThere;
    await call.fallback();
  });
  await expire();
  const cookie = (await at.page.context().cookies()).find(({ name }) => name === 'auth');
  await eventually('the master has noticed', async () => {
    const reply = await at.cluster.fetch('/api/v1/me', { token: cookie?.value ?? '' });
    return reply.status === 401;
  });
  const left = at.page.waitForURL(/\/logout\?remote_expired=true/);
  await at.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workspaces' }).click();
  await at.page.waitForURL(/\/det\/workspaces$/);
  goOn();
  await left;
  await at.page.waitForURL(/\/det\/workspaces$/);
  await at.visitor.pageNamed('Workspaces');
  expect(provider.asked.length).toBe(asked + 1);
});

test("[AUTH-015, AUTH-039, AUTH-047] a sign-in page of one's own takes the place of ours, in and out", async () => {
  await at.visitor.signInByForm('/dashboard');
  const { external_sessions: external } = at.cluster.master.config.__internal;
  // Both lead to the provider's own server, which answers something.
  Object.assign(external, { login_uri: `${provider.issuer}/in`, logout_uri: `${provider.issuer}/out` });
  await at.page.reload();
  await userMenu('admin').click();
  await at.page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await at.page.waitForURL(`${provider.issuer}/out`);
  await at.visitor.open('/dashboard');
  await at.page.waitForURL((url) => url.href.startsWith(`${provider.issuer}/in`));
  const back = new URL(at.page.url()).searchParams.get('redirect');
  expect(back).toBe(`${at.cluster.address}/det/dashboard`);
});
