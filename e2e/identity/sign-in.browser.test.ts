import { type DevCluster, devPassword, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, Visitor } from '../support/console-browser.ts';

let cluster: DevCluster;
let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  [cluster, browser] = await Promise.all([startDevCluster(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await cluster.stop();
});
beforeEach(async () => {
  visitor = await Visitor.arrive(browser, cluster);
});
afterEach(() => visitor.leave());

const stored = () => visitor.page.evaluate<Record<string, string>>('({ ...localStorage })');

describe('the form', () => {
  test('[AUTH-005, AUTH-006, AUTH-007, AUTH-013, AUTH-014, SHELL-032] has its fields, a docs link and no side bar', async () => {
    await visitor.open('/login');
    const { page } = visitor;
    await page.getByLabel('Username').waitFor();
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('password');
    expect(await page.getByRole('button', { name: 'Sign In' }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'docs' }).getAttribute('href')).toMatch(/^https:/);
    expect(await page.getByRole('navigation').count()).toBe(0);
  });

  test('[AUTH-008] waits for a username', async () => {
    await visitor.open('/login');
    const button = visitor.page.getByRole('button', { name: 'Sign In' });
    expect(await button.isDisabled()).toBe(true);
    await visitor.page.getByLabel('Username').fill('admin');
    expect(await button.isDisabled()).toBe(false);
  });

  test('[AUTH-030, AUTH-031, AUTH-032] says that it failed, not why, and forgets the name', async () => {
    await visitor.signIn();
    await visitor.open('/logout');
    await visitor.page.getByLabel('Username').waitFor();
    expect(await visitor.page.getByLabel('Username').inputValue()).toBe('admin');
    await visitor.fillSignIn('admin', 'wrong');
    await visitor.page.getByText('Login failed').waitFor();
    const field = visitor.page.getByLabel('Password', { exact: true });
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await visitor.page.getByRole('main').getByText('Incorrect username or password.').waitFor();
    expect(await stored()).not.toHaveProperty('global/last-username');
  });

  test('[AUTH-033] warns of a weak password after signing in', async () => {
    const name = `weak-${Date.now()}`;
    const reply = await cluster.fetch('/api/v1/users', {
      method: 'POST',
      token: cluster.admin.token,
      body: JSON.stringify({ user: { username: name, active: true }, password: 'weak' }),
    });
    expect(reply.status).toBe(200);
    await visitor.signIn('/', name, 'weak');
    await visitor.page.getByText('Weak Password').waitFor();
  });
});

describe('where sign-in leads', () => {
  test('[AUTH-001, AUTH-002, AUTH-022, ERR-005] to the page one wanted', async () => {
    await visitor.open('/workspaces?sort=newest');
    await visitor.page.getByLabel('Username').waitFor();
    expect(visitor.place).toBe('/login');
    await visitor.fillSignIn();
    await visitor.pageNamed('Workspaces');
    expect(visitor.place).toBe('/workspaces?sort=newest');
  });

  test('[AUTH-021] to the redirect of the address', async () => {
    await visitor.signIn('/login?redirect=/det/dashboard');
    await visitor.pageNamed('Home');
    expect(visitor.place).toBe('/dashboard');
  });

  test.each(['//elsewhere.example/', 'https://elsewhere.example/', '/%5Celsewhere.example'])(
    'never to another origin: %s',
    async (target) => {
      await visitor.signIn(`/login?redirect=${target}`);
      await visitor.pageNamed('Workspaces');
      expect(new URL(visitor.page.url()).origin).toBe(cluster.address);
    },
  );

  test('[AUTH-023, SHELL-004, SHELL-006] else to the workspace list', async () => {
    await visitor.signIn('/login');
    await visitor.pageNamed('Workspaces');
    expect(visitor.place).toBe('/workspaces');
  });

  test('[AUTH-024, AUTH-025, AUTH-026, AUTH-027] with cli=true the token can be copied', async () => {
    await visitor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await visitor.signIn('/login?cli=true');
    const toast = visitor.page.getByRole('status').filter({ hasText: 'Your Determined Authentication Token' });
    await toast.getByRole('button', { name: 'Copy token to clipboard' }).click();
    await visitor.page.getByText('Auth Token Copied').waitFor();
    const token = await visitor.page.evaluate<string>('navigator.clipboard.readText()');
    expect((await cluster.fetch('/api/v1/auth/user', { token })).status).toBe(200);
  });

  test('[AUTH-028, AUTH-029] a refused clipboard says so', async () => {
    await visitor.page.addInitScript({
      content: "navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))",
    });
    await visitor.signIn('/login?cli=true');
    await visitor.page.getByRole('button', { name: 'Copy token to clipboard' }).click();
    await visitor.page.getByText('Unable to Copy to Clipboard').waitFor();
    await visitor.page.getByText('Clipboard access on https and localhost only!').waitFor();
  });
});

describe('the session', () => {
  test('[AUTH-043, AUTH-051, AUTH-055] outlives a reload; scripts see only that there is one', async () => {
    await visitor.signIn();
    await visitor.page.reload();
    await visitor.pageNamed('Workspaces');
    expect(await stored()).toMatchObject({ 'global/auth-token': '"cookie"' });
    expect(await visitor.page.evaluate<string>('document.cookie')).not.toContain('auth=');
  });

  test('a one-time link signs in once', async () => {
    const link = await cluster.signInLink('admin');
    await visitor.page.goto(link);
    await visitor.pageNamed('Home');
    expect(visitor.page.url()).not.toContain('token');
    const other = await Visitor.arrive(browser, cluster);
    await other.page.goto(link);
    await other.page.getByText('This sign-in link has been used already or is too old.').waitFor();
    expect(other.page.url()).not.toContain('token');
    await other.leave();
  });

  test('[ERR-004, AUTH-003] lost on the way, it leads to sign-in and back again', async () => {
    await visitor.signIn('/dashboard');
    await visitor.pageNamed('Home');
    await visitor.page.context().clearCookies();
    await visitor.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workspaces' }).click();
    await visitor.page.getByLabel('Username').waitFor();
    await visitor.fillSignIn();
    await visitor.pageNamed('Workspaces');
  });

  test('[SHELL-033, SHELL-071, AUTH-037, AUTH-038, AUTH-040, AUTH-041] Sign Out ends it here and on the server', async () => {
    await visitor.signIn();
    const cookie = (await visitor.page.context().cookies()).find(({ name }) => name === 'auth');
    await visitor.page.getByRole('button', { name: /^User menu/ }).click();
    await visitor.page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await visitor.page.getByLabel('Username').waitFor();
    const search = new URL(visitor.page.url()).searchParams;
    expect(search.get('hard_logout')).toBe('true');
    expect(search.get('r')).toMatch(/^[a-z0-9]+$/);
    expect(await stored()).not.toHaveProperty('global/auth-token');
    expect(cookie?.httpOnly).toBe(true);
    expect((await cluster.fetch('/api/v1/auth/user', { token: cookie?.value ?? '' })).status).toBe(401);
  });

  test('[AUTH-035] signing in in one tab is seen by another within seconds', async () => {
    await visitor.open('/login?redirect=/det/dashboard');
    await visitor.page.getByLabel('Username').waitFor();
    const second = await visitor.page.context().newPage();
    await second.goto(`${cluster.address}/det/login`);
    await second.getByLabel('Username').fill('admin');
    await second.getByLabel('Password', { exact: true }).fill(devPassword);
    await second.getByRole('button', { name: 'Sign In' }).click();
    await eventually('the first tab goes on', () => visitor.place === '/dashboard');
  });
});
