import { getUserSettingRoute } from '@determined/contract/identity/settings-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser, Visitor } from '../support/console-browser.ts';

let cluster: DevCluster;
let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  [cluster, browser] = await Promise.all([startDevCluster({ env: { DET_CLUSTER_NAME: 'tide' } }), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await cluster.stop();
});
beforeEach(async () => {
  visitor = await Visitor.arrive(browser, cluster);
});
afterEach(() => visitor.leave());

const nav = () => visitor.page.getByRole('navigation', { name: 'Main' });
const scheme = () => visitor.page.evaluate<string>('document.documentElement.dataset.mantineColorScheme');

describe('addresses', () => {
  test('[SHELL-001, SHELL-002] the root becomes the base path', async () => {
    await visitor.page.goto(cluster.address);
    await visitor.page.getByLabel('Username').waitFor();
    expect(new URL(visitor.page.url()).pathname).toBe('/det/login');
  });

  test('[SHELL-003] an unknown path leads to the default landing', async () => {
    await visitor.signIn('/nothing/here');
    await visitor.pageNamed('Workspaces');
    expect(visitor.place).toBe('/workspaces');
  });

  test('[SHELL-007, SHELL-042] /dashboard is Home, and titles name page, cluster and product', async () => {
    await visitor.signIn('/dashboard');
    await visitor.pageNamed('Home');
    await eventually('the title', async () => (await visitor.page.title()) === 'Home - tide - Determined');
  });

  test('[SHELL-011] /projects is Uncategorized', async () => {
    await visitor.signIn('/projects');
    await eventually('the redirect', () => visitor.place.startsWith('/projects/1/experiments'));
  });

  test('[SHELL-034] /reload goes where it is told, inside this origin only', async () => {
    await visitor.signIn('/workspaces');
    await visitor.open('/reload?path=/det/dashboard');
    await visitor.pageNamed('Home');
    expect(visitor.place).toBe('/dashboard');
    await visitor.open('/reload?path=//elsewhere.example/');
    await visitor.pageNamed('Workspaces');
  });

  test('[SHELL-049, SHELL-050, WS-035] a thing that is not there shows the 404 page', async () => {
    await visitor.signIn('/workspaces/4711');
    await visitor.page.getByText("Page not found or you don't have access").waitFor();
    await visitor.page.getByRole('link', { name: 'Back to Home' }).click();
    await visitor.pageNamed('Workspaces');
  });

  test('[SHELL-044, SHELL-045] an unreachable server is said, and tried again on demand', async () => {
    await visitor.page.clock.install();
    await visitor.signIn('/dashboard');
    await visitor.pageNamed('Home');
    await nav().getByRole('link', { name: 'Workspaces' }).click();
    await visitor.pageNamed('Workspaces');
    await visitor.page.context().setOffline(true);
    // The session is asked for again when a minute has passed since it was last seen.
    await visitor.page.clock.fastForward('02:00');
    await nav().getByRole('link', { name: 'Home' }).click();
    await visitor.page.getByRole('heading', { name: 'Server is Unreachable' }).waitFor();
    await visitor.page.context().setOffline(false);
    await visitor.page.getByRole('button', { name: 'Try Again' }).click();
    await visitor.pageNamed('Home');
  });
});

describe('the side bar', () => {
  beforeEach(() => visitor.signIn('/dashboard'));

  test('[SHELL-055, SHELL-072, SHELL-085, SHELL-086, SHELL-092] has places, links and the version', async () => {
    const home = nav().getByRole('link', { name: 'Home' });
    await home.waitFor();
    expect(await home.getAttribute('aria-current')).toBe('page');
    expect(await nav().getByRole('link', { name: 'Docs' }).getAttribute('href')).toMatch(/^https:\/\//);
    const api = await nav().getByRole('link', { name: 'API (Beta)' }).getAttribute('href');
    expect((await cluster.fetch(api ?? '')).status).toBe(200);
    expect(await nav().textContent()).toContain('0.36.0');
  });

  test('[SHELL-089, SHELL-090] collapses, and stays so across reloads', async () => {
    await nav().getByRole('button', { name: 'Collapse' }).click();
    await nav().getByRole('button', { name: 'Expand' }).waitFor();
    await visitor.page.reload();
    await nav().getByRole('button', { name: 'Expand' }).click();
    await nav().getByRole('button', { name: 'Collapse' }).waitFor();
  });

  test('[SHELL-070, SETTINGS-029, SETTINGS-030, SETTINGS-031] turns the theme: System, Day, Night', async () => {
    const menu = nav().getByRole('button', { name: /^User menu/ });
    await menu.click();
    const item = visitor.page.getByRole('menuitem', { name: /^Theme/ });
    expect(await item.textContent()).toBe('Theme: System');
    await item.click();
    await eventually('day', scheme);
    expect([await item.textContent(), await scheme()]).toEqual(['Theme: Day', 'light']);
    await item.click();
    await eventually('night', async () => (await scheme()) === 'dark');
    expect(await item.textContent()).toBe('Theme: Night');
    await visitor.page.reload();
    expect(await scheme()).toBe('dark');
  });

  test('the theme comes along to another browser', async () => {
    const { username, client } = await cluster.newUser();
    const first = await Visitor.arrive(browser, cluster);
    await first.signIn('/dashboard', username);
    await first.page.getByRole('button', { name: /^User menu/ }).click();
    await first.page.getByRole('menuitem', { name: 'Theme: System' }).click();
    await first.page.getByRole('menuitem', { name: 'Theme: Day' }).click();
    await eventually('the choice is saved', async () => {
      const { settings } = await client.call(getUserSettingRoute, {});
      return settings.some(({ key, value }) => key === 'theme-mode' && value === '"dark"');
    });
    await first.leave();
    const second = await Visitor.arrive(browser, cluster, { colorScheme: 'light' });
    await second.signIn('/dashboard', username);
    await eventually('night', async () => {
      return (await second.page.evaluate('document.documentElement.dataset.mantineColorScheme')) === 'dark';
    });
    await second.leave();
  });
});

describe('with the keyboard', () => {
  test('the first stop skips to the content, and a new page takes the focus to its heading', async () => {
    await visitor.signIn('/dashboard');
    await visitor.pageNamed('Home');
    await visitor.page.reload();
    await visitor.pageNamed('Home');
    await visitor.page.keyboard.press('Tab');
    await visitor.page.getByRole('link', { name: 'Skip to content' }).waitFor();
    await visitor.page.keyboard.press('Enter');
    expect(await visitor.page.evaluate('document.activeElement.id')).toBe('main');
    await nav().getByRole('link', { name: 'Workspaces' }).click();
    await visitor.pageNamed('Workspaces');
    await eventually('the focus', () => visitor.page.evaluate('document.activeElement.textContent === "Workspaces"'));
  });
});

describe('on a phone', () => {
  test('[SHELL-094] the layout changes at 480 px', async () => {
    await visitor.signIn('/dashboard');
    await visitor.page.setViewportSize({ width: 481, height: 800 });
    await nav().getByRole('button', { name: 'Collapse' }).waitFor();
    await visitor.page.setViewportSize({ width: 480, height: 800 });
    await nav().getByRole('button', { name: 'More' }).waitFor();
    expect(await nav().getByRole('button', { name: 'Collapse' }).count()).toBe(0);
  });

  test('[SHELL-097] without pinned workspaces the tab goes to the list', async () => {
    await visitor.page.setViewportSize({ width: 390, height: 844 });
    const { username } = await cluster.newUser();
    await visitor.signIn('/dashboard', username);
    await nav().getByRole('button', { name: 'Workspaces' }).click();
    await visitor.pageNamed('Workspaces');
    expect(await visitor.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  test('signs out from the overflow sheet', async () => {
    await visitor.page.setViewportSize({ width: 390, height: 844 });
    await visitor.signIn('/dashboard');
    await nav().getByRole('button', { name: 'More' }).click();
    await visitor.page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Sign Out' }).click();
    await visitor.page.getByLabel('Username').waitFor();
  });
});
