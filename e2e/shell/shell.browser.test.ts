import { getUserSettingRoute } from '@determined/contract/identity/settings-routes.ts';
import { postWorkspaceRoute, unpinWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { diskRoom } from '@determined/master/platform/disk-room.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { Visitor } from '../support/console-browser.ts';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest({ env: { DET_CLUSTER_NAME: 'tide' } });

const nav = () => at.page.getByRole('navigation', { name: 'Main' });
const scheme = () => at.page.evaluate<string>('document.documentElement.dataset.mantineColorScheme');

describe('addresses', () => {
  test('[SHELL-001, SHELL-002] the root becomes the base path', async () => {
    await at.page.goto(at.cluster.address);
    await seen(at.page.getByLabel('Username'));
    expect(new URL(at.page.url()).pathname).toBe('/det/login');
  });

  test('[SHELL-003] an unknown path leads to the default landing', async () => {
    await at.visitor.signIn('/nothing/here');
    await at.visitor.pageNamed('Workspaces');
    expect(at.visitor.place).toBe('/workspaces');
  });

  test('[SHELL-007, SHELL-042] /dashboard is Home, and titles name page, cluster and product', async () => {
    await at.visitor.signIn('/dashboard');
    await at.visitor.pageNamed('Home');
    await eventually('the title', async () => (await at.page.title()) === 'Home - tide - Determined');
  });

  test('[SHELL-011] /projects is Uncategorized', async () => {
    await at.visitor.signIn('/projects');
    await expect.poll(() => at.visitor.place).toBe('/projects/1/experiments');
  });

  test('[SHELL-034] /reload goes where it is told, inside this origin only', async () => {
    await at.visitor.signIn('/workspaces');
    await at.visitor.open('/reload?path=/det/dashboard');
    await at.visitor.pageNamed('Home');
    expect(at.visitor.place).toBe('/dashboard');
    await at.visitor.open('/reload?path=//elsewhere.example/');
    await at.visitor.pageNamed('Workspaces');
  });

  test('[SHELL-049, SHELL-050, WS-035] a thing that is not there shows the 404 page', async () => {
    await at.visitor.signIn('/workspaces/4711');
    await seen(at.page.getByText("Page not found or you don't have access"));
    const back = at.page.getByRole('link', { name: 'Back to Home' });
    const drawn = await back.elementHandle();
    await at.page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    expect(await at.page.evaluate('document.activeElement.id')).toBe('main');
    await at.page.waitForLoadState('networkidle');
    expect(await drawn?.evaluate((link) => link.isConnected), 'it stands as it did').toBe(true);
    await back.click();
    await at.visitor.pageNamed('Workspaces');
  });

  test('a page whose files do not come waits for the server, without a press', async () => {
    await at.comeAnew();
    await at.visitor.signIn('/dashboard');
    await at.visitor.pageNamed('Home');
    await at.page.context().setOffline(true);
    await nav().getByRole('link', { name: 'Uncategorized' }).click();
    await seen(at.page.getByRole('heading', { name: 'Server is Unreachable', exact: true }));
    await at.page.context().setOffline(false);
    await at.visitor.pageNamed('Uncategorized Experiments');
  });

  test('[SHELL-044, SHELL-045] an unreachable server is said, and tried again on demand', async () => {
    await at.page.clock.install();
    await at.visitor.signIn('/dashboard');
    await at.visitor.pageNamed('Home');
    await nav().getByRole('link', { name: 'Workspaces' }).click();
    await at.visitor.pageNamed('Workspaces');
    await at.page.context().setOffline(true);
    // The session is asked for again when a minute has passed since it was last seen.
    await at.page.clock.fastForward('02:00');
    await nav().getByRole('link', { name: 'Home' }).click();
    await seen(at.page.getByRole('heading', { name: 'Server is Unreachable', exact: true }));
    await at.page.context().setOffline(false);
    await at.page.getByRole('button', { name: 'Try Again' }).click();
    await at.visitor.pageNamed('Home');
  });

  test('what is on the screen stays while the server is away, with a word about it', async () => {
    await at.visitor.signIn('/workspaces');
    await at.visitor.pageNamed('Workspaces');
    await at.page.context().setOffline(true);
    await at.page.getByRole('main').getByRole('button', { name: 'Sort: Alphabetical' }).click();
    await at.page.getByRole('menuitemradio', { name: 'Newest to Oldest' }).click();
    const away = at.page.getByRole('status').filter({ hasText: 'Server is Unreachable' });
    await seen(away);
    await at.visitor.pageNamed('Workspaces');
    await at.page.context().setOffline(false);
    await away.getByRole('button', { name: 'Try Again' }).click();
    await gone(away);
  });

  test('[SHELL-051] an answer that makes no sense is fatal to its page, and there is a way out', async () => {
    await at.visitor.signIn('/dashboard');
    await at.page.addInitScript({
      content: `const answered = fetch;
        fetch = async (input, more) => String(input).includes('/workspaces?') && !damaged.over
          ? new Response('{"workspaces": 7}') : answered(input, more);
        const damaged = { over: sessionStorage.getItem('over') };`,
    });
    await at.visitor.open('/workspaces');
    await seen(
      at.page.getByRole('heading', { name: 'Unexpected Error: Encountered an error, please refresh.', exact: true }),
    );
    await seen(at.page.getByText('Failed in decoding getWorkspaces API response.'));
    await at.page.evaluate("sessionStorage.setItem('over', 'true')");
    await at.page.getByRole('button', { name: 'Refresh' }).click();
    await at.visitor.pageNamed('Workspaces');
  });
});

describe('the side bar', () => {
  beforeEach(() => at.visitor.signIn('/dashboard'));

  test('[SHELL-055, SHELL-072, SHELL-085, SHELL-086, SHELL-092] has places, links and the version', async () => {
    const home = nav().getByRole('link', { name: 'Home' });
    await seen(home);
    expect(await home.getAttribute('aria-current')).toBe('page');
    expect(await nav().getByRole('link', { name: 'Docs' }).getAttribute('href')).toBe('/det/docs');
    const api = await nav().getByRole('link', { name: 'API (Beta)' }).getAttribute('href');
    expect((await at.cluster.fetch(api ?? '')).status).toBe(200);
    expect(await nav().textContent()).toContain('0.36.0');
  });

  test('[SHELL-089, SHELL-090] collapses, and stays so across reloads', async () => {
    await nav().getByRole('button', { name: 'Collapse' }).click();
    await seen(nav().getByRole('button', { name: 'Expand' }));
    await at.page.reload();
    // Others of this account see what was saved last.
    const saved = at.page.waitForResponse(
      (reply) => reply.url().includes('/users/setting') && reply.request().method() === 'POST' && reply.ok(),
    );
    await nav().getByRole('button', { name: 'Expand' }).click();
    await seen(nav().getByRole('button', { name: 'Collapse' }));
    await saved;
  });

  test('[SHELL-046, SHELL-047] says what an administrator has to say, and nothing else', async () => {
    const said = at.page.getByRole('status').filter({ hasText: 'Message from Admin:' });
    await seen(nav().getByRole('link', { name: 'Home' }));
    expect(await said.count()).toBe(0);
    const set = { method: 'PUT', token: at.cluster.admin.token, body: JSON.stringify({ message: 'Back at noon' }) };
    expect((await at.cluster.fetch('/api/v1/master/cluster_message', set)).status).toBe(200);
    await at.page.reload();
    await seen(said.getByText('Back at noon'));
    await at.cluster.fetch('/api/v1/master/cluster_message', { method: 'DELETE', token: at.cluster.admin.token });
  });

  test('says that the disk of the server is full, for as long as it is', async () => {
    const said = at.page.getByRole('status').filter({ hasText: 'Disk is Full' });
    await seen(nav().getByRole('link', { name: 'Home' }));
    expect(await said.count()).toBe(0);
    await eventually('it is said', async () => {
      // The master looks again every few seconds, and finds that this machine's disk is well.
      diskRoom(at.cluster.master).full = true;
      await at.page.reload();
      await seen(said.getByText('stores nothing until there is room'), 5_000);
      return true;
    });
    await eventually('the master has looked', () => !diskRoom(at.cluster.master).full);
    await at.page.reload();
    await seen(nav().getByRole('link', { name: 'Home' }));
    await eventually('it is said no more', async () => (await said.count()) === 0);
  });

  test('[SHELL-070, SETTINGS-029, SETTINGS-030, SETTINGS-031] turns the theme: System, Day, Night', async () => {
    const menu = nav().getByRole('button', { name: /^User menu/ });
    await menu.click();
    const item = at.page.getByRole('menuitem', { name: /^Theme/ });
    expect(await item.textContent()).toBe('Theme: System');
    await item.click();
    await eventually('day', scheme);
    expect([await item.textContent(), await scheme()]).toEqual(['Theme: Day', 'light']);
    await item.click();
    await eventually('night', async () => (await scheme()) === 'dark');
    expect(await item.textContent()).toBe('Theme: Night');
    await at.page.reload();
    expect(await scheme()).toBe('dark');
  });

  test('the theme comes along to another browser', async () => {
    const { username, client } = await at.cluster.newUser();
    const first = await Visitor.arrive(at.browser, at.cluster);
    await first.signIn('/dashboard', username);
    await first.page.getByRole('button', { name: /^User menu/ }).click();
    await first.page.getByRole('menuitem', { name: 'Theme: System' }).click();
    await first.page.getByRole('menuitem', { name: 'Theme: Day' }).click();
    await eventually('the choice is saved', async () => {
      const { settings } = await client.call(getUserSettingRoute, {});
      return settings.some(({ key, value }) => key === 'theme-mode' && value === '"dark"');
    });
    await first.leave();
    const second = await Visitor.arrive(at.browser, at.cluster, { colorScheme: 'light' });
    await second.signIn('/dashboard', username);
    await expect.poll(() => second.page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark');
    await second.leave();
  });
});

describe('with the keyboard', () => {
  test('the first stop skips to the content, and a new page takes the focus to its heading', async () => {
    await at.visitor.signIn('/dashboard');
    await at.visitor.pageNamed('Home');
    await at.page.reload();
    await at.visitor.pageNamed('Home');
    await at.page.keyboard.press('Tab');
    await seen(at.page.getByRole('link', { name: 'Skip to content' }));
    await at.page.keyboard.press('Enter');
    expect(await at.page.evaluate('document.activeElement.id')).toBe('main');
    await nav().getByRole('link', { name: 'Workspaces' }).click();
    await at.visitor.pageNamed('Workspaces');
    await eventually('the focus', () => at.page.evaluate('document.activeElement.textContent === "Workspaces"'));
  });
});

describe('on a phone', () => {
  test('[SHELL-094] the layout changes at 480 px', async () => {
    await at.visitor.signIn('/dashboard');
    await at.page.setViewportSize({ width: 481, height: 800 });
    await seen(nav().getByRole('button', { name: 'Collapse' }));
    await at.page.setViewportSize({ width: 480, height: 800 });
    await seen(nav().getByRole('button', { name: 'More' }));
    expect(await nav().getByRole('button', { name: 'Collapse' }).count()).toBe(0);
  });

  test('the tabs stand in one line, that of the place one is at as well', async () => {
    await at.visitor.signIn('/models');
    for (const width of [390, 320]) {
      await at.page.setViewportSize({ width, height: 800 });
      const tabs = nav().locator('a, button');
      await expect.poll(() => tabs.count()).toBe(6);
      const heights = await tabs.evaluateAll((all) =>
        all.map((tab) => tab.querySelector('svg')?.getBoundingClientRect().top),
      );
      expect(new Set(heights).size).toBe(1);
      expect(await at.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
  });

  test('[SHELL-097] without pinned workspaces the tab goes to the list', async () => {
    await at.page.setViewportSize({ width: 390, height: 844 });
    const { username } = await at.cluster.newUser();
    await at.visitor.signIn('/dashboard', username);
    await nav().getByRole('button', { name: 'Workspaces' }).click();
    await at.visitor.pageNamed('Workspaces');
    expect(await at.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  test('[SHELL-096] with pinned ones it opens a sheet that lists them', async () => {
    await at.page.setViewportSize({ width: 390, height: 844 });
    const { username, client } = await at.cluster.newUser();
    // Who makes a workspace has it pinned.
    await client.call(postWorkspaceRoute, { name: 'At hand' });
    const { workspace } = await client.call(postWorkspaceRoute, { name: 'Put away' });
    await client.call(unpinWorkspaceRoute, { id: workspace?.id ?? 0 });
    await at.visitor.signIn('/dashboard', username);
    await nav().getByRole('button', { name: 'Workspaces' }).click();
    const sheet = at.page.getByRole('dialog', { name: 'Workspaces' });
    await seen(sheet.getByRole('link', { name: 'At hand' }));
    expect(await sheet.getByRole('link', { name: 'Put away' }).count()).toBe(0);
    await sheet.getByRole('link', { name: 'At hand' }).click();
    await at.visitor.pageNamed('At hand');
  });

  test('signs out from the overflow sheet', async () => {
    await at.page.setViewportSize({ width: 390, height: 844 });
    await at.visitor.signIn('/dashboard');
    await nav().getByRole('button', { name: 'More' }).click();
    await at.page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Sign Out' }).click();
    await seen(at.page.getByLabel('Username'));
  });
});
