import { devPassword } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { describe, expect, test } from 'vitest';
import { Visitor } from '../support/console-browser.ts';
import { consoleTest } from '../support/console-test.ts';
import { seen } from '../support/seen.ts';

const at = consoleTest();

const stored = () => at.page.evaluate<Record<string, string>>('({ ...localStorage })');

describe('the form', () => {
  test('[AUTH-005, AUTH-006, AUTH-007, AUTH-013, AUTH-014, SHELL-032] has its fields, a docs link and no side bar', async () => {
    await at.visitor.open('/login');
    const { page } = at;
    await seen(page.getByLabel('Username'));
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('password');
    expect(await page.getByRole('button', { name: 'Sign In' }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'docs' }).getAttribute('href')).toBe('/det/docs');
    expect(await page.getByRole('navigation').count()).toBe(0);
  });

  test('[AUTH-008] waits for a username', async () => {
    await at.visitor.open('/login');
    const button = at.page.getByRole('button', { name: 'Sign In' });
    expect(await button.isDisabled()).toBe(true);
    await at.page.getByLabel('Username').fill('admin');
    expect(await button.isDisabled()).toBe(false);
  });

  test('[AUTH-030, AUTH-031, AUTH-032] says that it failed, not why, and forgets the name', async () => {
    await at.visitor.signInByForm();
    await at.visitor.open('/logout');
    await seen(at.page.getByLabel('Username'));
    expect(await at.page.getByLabel('Username').inputValue()).toBe('admin');
    await at.visitor.fillSignIn('admin', 'wrong');
    await seen(at.page.getByText('Login failed'));
    const field = at.page.getByLabel('Password', { exact: true });
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await seen(at.page.getByRole('main').getByText('Incorrect username or password.'));
    expect(await stored()).not.toHaveProperty('global/last-username');
    // What was mistyped is replaced by the next key.
    await at.page.keyboard.type('again');
    expect(await field.inputValue()).toBe('again');
  });

  test('shows the password on demand, by keyboard too', async () => {
    await at.visitor.open('/login');
    const field = at.page.getByLabel('Password', { exact: true });
    await field.fill('secret');
    await at.page.keyboard.press('Tab');
    await at.page.keyboard.press('Enter');
    expect(await field.getAttribute('type')).toBe('text');
    await seen(at.page.getByRole('button', { name: 'Show password', pressed: true }));
  });

  test('sends one sign-in however often one presses', async () => {
    await at.visitor.open('/login');
    let sent = 0;
    at.page.on('request', (request) => {
      if (request.url().endsWith('/auth/login')) sent += 1;
    });
    await at.page.getByLabel('Username').fill('admin');
    await at.page.getByLabel('Password', { exact: true }).fill(devPassword);
    await at.page.getByRole('button', { name: 'Sign In' }).dblclick();
    await at.visitor.pageNamed('Workspaces');
    expect(sent).toBe(1);
  });

  test('[AUTH-033] warns of a weak password after signing in', async () => {
    const name = `weak-${Date.now()}`;
    const reply = await at.cluster.fetch('/api/v1/users', {
      method: 'POST',
      token: at.cluster.admin.token,
      body: JSON.stringify({ user: { username: name, active: true }, password: 'weak' }),
    });
    expect(reply.status).toBe(200);
    await at.visitor.signInByForm('/', name, 'weak');
    await seen(at.page.getByText('Weak Password'));
  });
});

describe('where sign-in leads', () => {
  test('[AUTH-001, AUTH-002, AUTH-022, ERR-005] to the page one wanted', async () => {
    await at.visitor.open('/workspaces?sort=newest');
    await seen(at.page.getByLabel('Username'));
    expect(at.visitor.place).toBe('/login');
    await at.visitor.fillSignIn();
    await at.visitor.pageNamed('Workspaces');
    expect(at.visitor.place).toBe('/workspaces?sort=newest');
  });

  test('[AUTH-021] to the redirect of the address', async () => {
    await at.visitor.signInByForm('/login?redirect=/det/dashboard');
    await at.visitor.pageNamed('Home');
    expect(at.visitor.place).toBe('/dashboard');
  });

  test.each(['//elsewhere.example/', 'https://elsewhere.example/', '/%5Celsewhere.example'])(
    'never to another origin: %s',
    async (target) => {
      await at.visitor.signInByForm(`/login?redirect=${target}`);
      await at.visitor.pageNamed('Workspaces');
      expect(new URL(at.page.url()).origin).toBe(at.cluster.address);
    },
  );

  test('[AUTH-023, SHELL-004, SHELL-006] else to the workspace list', async () => {
    await at.visitor.signInByForm('/login');
    await at.visitor.pageNamed('Workspaces');
    expect(at.visitor.place).toBe('/workspaces');
  });

  test('[AUTH-024, AUTH-025, AUTH-026, AUTH-027] with cli=true the token can be copied', async () => {
    await at.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await at.visitor.signInByForm('/login?cli=true');
    const toast = at.page.getByRole('status').filter({ hasText: 'Your Determined Authentication Token' });
    await toast.getByRole('button', { name: 'Copy token to clipboard' }).click();
    await seen(at.page.getByText('Auth Token Copied'));
    const token = await at.page.evaluate<string>('navigator.clipboard.readText()');
    expect((await at.cluster.fetch('/api/v1/auth/user', { token })).status).toBe(200);
  });

  test('[AUTH-028, AUTH-029] a refused clipboard says so', async () => {
    await at.page.addInitScript({
      content: "navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))",
    });
    await at.visitor.signInByForm('/login?cli=true');
    await at.page.getByRole('button', { name: 'Copy token to clipboard' }).click();
    await seen(at.page.getByText('Unable to Copy to Clipboard'));
    await seen(at.page.getByText('Clipboard access on https and localhost only!'));
  });
});

describe('the session', () => {
  test('[AUTH-043, AUTH-051] outlives a reload; scripts see only that there is one', async () => {
    await at.visitor.signInByForm();
    await at.page.reload();
    await at.visitor.pageNamed('Workspaces');
    expect(await stored()).toMatchObject({ 'global/auth-token': '"cookie"' });
    expect(await at.page.evaluate<string>('document.cookie')).not.toContain('auth=');
  });

  test('a one-time link signs in once', async () => {
    const link = await at.cluster.signInLink('admin');
    await at.page.goto(link);
    await at.visitor.pageNamed('Home');
    expect(at.page.url()).not.toContain('token');
    const other = await Visitor.arrive(at.browser, at.cluster);
    await other.page.goto(link);
    await seen(other.page.getByText('This sign-in link has been used already or is too old.'));
    expect(other.page.url()).not.toContain('token');
    await other.leave();
  });

  test('a link that has been used says so on the form that is open already, too', async () => {
    await at.visitor.open('/login');
    await seen(at.page.getByLabel('Username'));
    await at.page.goto(`${at.cluster.address}/det/login#token=used`);
    await seen(at.page.getByText('This sign-in link has been used already or is too old.'));
    await at.page.goto(await at.cluster.signInLink('admin'));
    await at.visitor.pageNamed('Home');
  });

  test('[ERR-004, AUTH-003] lost on the way, it leads to sign-in and back again', async () => {
    await at.visitor.signInByForm('/dashboard');
    await at.visitor.pageNamed('Home');
    // What the page asks for once it is drawn would find it lost before the link is pressed.
    await at.page.waitForLoadState('networkidle');
    await at.page.context().clearCookies();
    await at.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Workspaces' }).click();
    await seen(at.page.getByLabel('Username'));
    await at.visitor.fillSignIn();
    await at.visitor.pageNamed('Workspaces');
  });

  test('[SHELL-033, SHELL-071, AUTH-037, AUTH-038, AUTH-040] Sign Out ends it here and on the server', async () => {
    await at.visitor.signInByForm();
    const cookie = (await at.page.context().cookies()).find(({ name }) => name === 'auth');
    await at.page.getByRole('button', { name: /^User menu/ }).click();
    await at.page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await seen(at.page.getByLabel('Username'));
    const search = new URL(at.page.url()).searchParams;
    expect(search.get('hard_logout')).toBe('true');
    expect(search.get('r')).toMatch(/^[a-z0-9]+$/);
    expect(await stored()).not.toHaveProperty('global/auth-token');
    expect(cookie?.httpOnly).toBe(true);
    expect((await at.cluster.fetch('/api/v1/auth/user', { token: cookie?.value ?? '' })).status).toBe(401);
  });

  test('[AUTH-041] what a sign-out was asked for with is carried on to the sign-in page', async () => {
    for (const carried of ['remote_expired', 'hard_logout', 'remote_expired,hard_logout', '']) {
      const names = carried.split(',').filter(Boolean);
      await at.visitor.signInByForm();
      await at.visitor.open(`/logout?${names.map((name) => `${name}=true`).join('&')}`);
      await at.page.waitForURL((url) => url.pathname.endsWith('/login'));
      const search = new URL(at.page.url()).searchParams;
      expect([...search.keys()].filter((name) => name !== 'r').toSorted()).toEqual(names.toSorted());
      for (const name of names) expect(search.get(name)).toBe('true');
    }
  });

  test('[AUTH-042] a sign-out that the server does not confirm is one all the same, and warns silently', async () => {
    await at.visitor.signInByForm();
    await at.page.context().clearCookies();
    const refused = at.page.waitForResponse((response) => response.url().endsWith('/auth/logout'));
    const warned = at.page.waitForEvent('console', (message) =>
      message.text().startsWith('Sign-out was not confirmed'),
    );
    await at.visitor.open('/logout');
    expect((await refused).status()).toBe(401);
    expect((await warned).type()).toBe('warning');
    await seen(at.page.getByLabel('Username'));
    expect(await stored()).not.toHaveProperty('global/auth-token');
    // Whatever it would have said had come before the answer to this.
    await at.visitor.fillSignIn('admin', 'not this');
    await seen(at.page.getByRole('main').getByText('Incorrect username or password.'));
    const said = at.page.getByRole('alert').or(at.page.getByRole('status'));
    await seen(said.filter({ hasText: 'Login failed' }));
    expect(await said.allTextContents()).toEqual([
      'Incorrect username or password.',
      'Login failedIncorrect username or password.',
    ]);
  });

  test('the next one to sign in sees nothing of who was there before', async () => {
    await at.visitor.signInByForm('/dashboard');
    await at.page.getByRole('button', { name: 'User menu of admin' }).click();
    await at.page.getByRole('menuitem', { name: 'Sign Out' }).click();
    const { username } = await at.cluster.newUser();
    await seen(at.page.getByLabel('Username'));
    await at.visitor.fillSignIn(username);
    await seen(at.page.getByRole('button', { name: `User menu of ${username}` }));
  });

  test('signing out in one tab signs out the others, which come back where they were', async () => {
    await at.visitor.signInByForm('/dashboard');
    await at.visitor.pageNamed('Home');
    const second = await at.page.context().newPage();
    await second.goto(`${at.cluster.address}/det/logout`);
    await seen(at.page.getByLabel('Username'));
    await second.getByLabel('Password', { exact: true }).fill(devPassword);
    await second.getByRole('button', { name: 'Sign In' }).click();
    await at.visitor.pageNamed('Home');
  });

  test('[AUTH-035] the sign-in page looks once a second whether another tab has signed in', async () => {
    await at.page.clock.install();
    await at.page.addInitScript(() => {
      const { getItem } = Storage.prototype;
      const counted = window as unknown as { looked: number };
      counted.looked = 0;
      Storage.prototype.getItem = function (key) {
        if (key === 'global/auth-token') counted.looked += 1;
        return getItem.call(this, key);
      };
    });
    await at.visitor.open('/login');
    await seen(at.page.getByLabel('Username'));
    await at.page.clock.pauseAt(Date.now() + 60_000);
    const before = await at.page.evaluate<number>('looked');
    await at.page.clock.runFor(10_000);
    expect((await at.page.evaluate<number>('looked')) - before).toBe(10);
  });

  test('signing in in one tab is seen by another within seconds', async () => {
    await at.visitor.open('/login?redirect=/det/dashboard');
    await seen(at.page.getByLabel('Username'));
    const second = await at.page.context().newPage();
    await second.goto(`${at.cluster.address}/det/login`);
    await second.getByLabel('Username').fill('admin');
    await second.getByLabel('Password', { exact: true }).fill(devPassword);
    await second.getByRole('button', { name: 'Sign In' }).click();
    await eventually('the first tab goes on', () => at.visitor.place === '/dashboard');
  });
});
