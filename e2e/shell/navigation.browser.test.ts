import { getUserSettingRoute } from '@determined/contract/identity/settings-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { Poll } from '../support/polls.ts';
import { gone, seen } from '../support/seen.ts';

const feedback = { determined: 'https://feedback.example/own', hpe: 'https://feedback.example/vendor' };
const at = consoleTest({ env: { DET_CLUSTER_NAME: 'tide', DET_UI_GENAI: 'https://genai.example/' } });
beforeAll(() => {
  Object.assign(at.cluster.master.config.ui.feedback, feedback);
});

const nav = () => at.page.getByRole('navigation', { name: 'Main' });
const link = (name: string) => nav().getByRole('link', { name, exact: true });
const userMenu = () => nav().getByRole('button', { name: /^User menu/ });

/** Answers calls to a path with an error for as long as `sessionStorage.broken` is set. */
const breakable = (path: string) => ({
  content: `{ const answered = fetch;
    window.fetch = async (input, more) => sessionStorage.broken && String(input?.url ?? input).includes('${path}')
      ? new Response('{"error":{"code":13,"error":"it broke"}}', { status: 500 }) : answered(input, more); }`,
});

describe('the side bar', () => {
  test('[SHELL-068, SHELL-069] the user menu has User Settings, and Admin Settings for who administers users', async () => {
    const { username } = await at.cluster.newUser();
    await at.visitor.signIn('/dashboard', username);
    await userMenu().click();
    await seen(at.page.getByRole('menuitem', { name: 'User Settings' }));
    expect(await at.page.getByRole('menuitem', { name: 'Admin Settings' }).count()).toBe(0);
    await at.page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await at.visitor.fillSignIn();
    await userMenu().click();
    await seen(at.page.getByRole('menuitem', { name: 'User Settings' }));
    await at.page.getByRole('menuitem', { name: 'Admin Settings' }).click();
    await at.visitor.pageNamed('Admin Settings');
  });

  test('[SHELL-056, SHELL-087, SHELL-088] bears the branding, and leads to its feedback and, switched on, to GenAI', async () => {
    const { config } = at.cluster.master;
    await at.visitor.signIn('/dashboard');
    await seen(nav().getByRole('link', { name: 'Determined', exact: true }));
    await expect.poll(() => at.page.title()).toBe('Home - tide - Determined');
    expect(await link('Feedback').getAttribute('href')).toBe(feedback.determined);
    expect(await link('GenAI').count()).toBe(0);
    config.ui.branding = 'hpe';
    config.feature_switches.push('genai');
    try {
      await at.page.reload();
      const vendor = 'HPE Machine Learning Development Environment';
      await seen(nav().getByRole('link', { name: vendor, exact: true }));
      await expect.poll(() => at.page.title()).toBe(`Home - tide - ${vendor}`);
      expect(await link('Feedback').getAttribute('href')).toBe(feedback.hpe);
      await seen(link('GenAI'));
      expect(await link('GenAI').getAttribute('href')).toBe('https://genai.example/');
    } finally {
      config.ui.branding = 'determined';
      config.feature_switches.pop();
    }
  });

  test('[SHELL-091] takes 200 ms to collapse', async () => {
    await at.visitor.signIn('/dashboard');
    await nav().getByRole('button', { name: 'Collapse' }).click();
    await seen(nav().getByRole('button', { name: 'Expand' }));
    const durations = await at.page.evaluate<string>(
      'getComputedStyle(document.querySelector("nav[aria-label=Main]").parentElement).transition',
    );
    expect(durations).toContain('grid-template-columns 0.2s');
  });

  test('[SHELL-035] /admin leads to the users', async () => {
    await at.visitor.signIn('/admin');
    await at.visitor.pageNamed('Admin Settings');
    expect(at.visitor.place).toBe('/admin/user-management');
  });
});

describe('what the server says of itself', () => {
  test('[SHELL-052, SHELL-053, SHELL-054] a newer console is told of and taken, and none where there is none', async () => {
    const notice = at.page.getByRole('status').filter({ hasText: 'New WebUI Version' });
    // The page is served as an older build had it: its first script bears another name.
    await at.page.addInitScript({
      content: `if (!sessionStorage.renewed) new MutationObserver(() => {
          for (const script of document.querySelectorAll('script[type=module][src*="/assets/"]')) {
            if (!script.dataset.old) { script.dataset.old = 'yes'; script.setAttribute('src', script.getAttribute('src') + '?old'); }
          }
        }).observe(document, { childList: true, subtree: true });`,
    });
    await at.visitor.signIn('/dashboard');
    await at.visitor.pageNamed('Home');
    await seen(notice);
    await at.page.evaluate('sessionStorage.renewed = "yes"');
    await notice.getByRole('button', { name: 'Update Now' }).click();
    await gone(notice);
    await at.visitor.pageNamed('Home');
    await eventually('the server has been asked', () =>
      at.page.evaluate('performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/server-health"))'),
    );
    expect(await notice.count()).toBe(0);
  });

  test('[SHELL-060, ERR-019] the cluster is asked once a minute, and not while the page is hidden', async () => {
    await at.page.clock.install();
    const cluster = new Poll(at.page, ({ pathname }) => pathname === '/api/v1/master');
    await at.visitor.signIn('/dashboard');
    await at.visitor.pageNamed('Home');
    await cluster.comesEvery(60);
    const show = (state: string) =>
      at.page.evaluate(
        `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`,
      );
    await show('hidden');
    await cluster.staysAwayFor(150);
    await show('visible');
    await cluster.comesWithin(61);
  });

  test('[SHELL-043] a spinner turns while the shell loads', async () => {
    await at.visitor.signIn('/dashboard');
    await at.visitor.pageNamed('Home');
    await at.page.addInitScript({
      content: `const answered = fetch;
        window.fetch = async (input, more) => {
          if (/\\/(me|auth\\/user)$/.test(String(input?.url ?? input))) while (!sessionStorage.go) await new Promise((done) => setTimeout(done, 50));
          return answered(input, more);
        };`,
    });
    await at.page.reload();
    const spinner = at.page.getByRole('status').filter({ hasText: 'Loading...' });
    await seen(spinner);
    expect(await spinner.locator('svg').count()).toBe(1);
    expect(await nav().count()).toBe(0);
    await at.page.evaluate('sessionStorage.go = "yes"');
    await at.visitor.pageNamed('Home');
    await gone(spinner);
  });

  test('[SHELL-067] Home says which of its parts could not be read', async () => {
    await at.visitor.signIn('/workspaces');
    await at.page.addInitScript(breakable('/user/projects/activity'));
    await at.page.addInitScript(breakable('/own-experiment-rows'));
    await at.page.evaluate('sessionStorage.broken = "yes"');
    await at.visitor.open('/dashboard');
    await seen(at.page.getByText('Error fetching experiments for dashboard'));
    await seen(at.page.getByText('Error fetching projects for dashboard'));
  });
});

describe('what is kept', () => {
  test('[SETTINGS-044] preferences are kept in the browser, beside the copy on the server', async () => {
    await at.visitor.signIn('/dashboard');
    await nav()
      .getByRole('button', { name: 'Expand' })
      .or(nav().getByRole('button', { name: 'Collapse' }))
      .click();
    await userMenu().click();
    await at.page.getByRole('menuitem', { name: /^Theme/ }).click();
    const kept = await at.page.evaluate<string[]>('Object.keys(localStorage)');
    expect(kept).toEqual(expect.arrayContaining(['global/theme-mode', 'global/navbarCollapsed']));
    await eventually('the copy is there', async () => {
      const { settings } = await at.cluster.admin.client.call(getUserSettingRoute, {});
      return settings.some(({ key }) => key === 'theme-mode');
    });
  });

  test('[AUTH-036] nothing of who has signed out is shown to who comes after', async () => {
    const { username } = await at.cluster.newUser();
    await at.visitor.signIn('/admin/user-management');
    await seen(at.page.getByRole('main').getByText('determined').first());
    await userMenu().click();
    await at.page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await seen(at.page.getByLabel('Username'));
    expect(await at.page.evaluate('localStorage.getItem("global/auth-token")')).toBeNull();
    // From here on nothing new arrives: what is shown was kept.
    await at.page.evaluate(`{ const answered = window.fetch;
      window.fetch = async (input, more) => String(input?.url ?? input).includes('/permissions/')
        || String(input?.url ?? input).includes('/users?') ? new Promise(() => {}) : answered(input, more); }`);
    await at.visitor.fillSignIn(username);
    await seen(nav().getByRole('button', { name: `User menu of ${username}` }));
    expect(await at.page.getByRole('main').getByText('determined', { exact: true }).count()).toBe(0);
  });
});

describe('on a phone', () => {
  test('[SHELL-098] the overflow sheet lists user, admin, settings, sign out and the links', async () => {
    await at.page.setViewportSize({ width: 390, height: 844 });
    await at.visitor.signIn('/dashboard');
    await nav().getByRole('button', { name: 'More' }).click();
    const sheet = at.page.getByRole('dialog', { name: 'More' });
    await seen(sheet.locator('p').filter({ hasText: 'admin' }));
    await seen(sheet.getByRole('link', { name: 'Admin Settings' }));
    await seen(sheet.getByRole('button', { name: 'User Settings' }));
    await seen(sheet.getByRole('button', { name: 'Sign Out' }));
    for (const name of ['Docs', 'API (Beta)', 'Feedback']) await seen(sheet.getByRole('link', { name }));
    expect(await sheet.getByRole('link', { name: 'Feedback' }).getAttribute('href')).toBe(feedback.determined);
  });

  test('[SHELL-099] says when workspaces cannot be read', async () => {
    await at.page.setViewportSize({ width: 390, height: 844 });
    await at.page.addInitScript(breakable('/api/v1/workspaces'));
    await at.visitor.signIn('/dashboard');
    await at.page.evaluate('sessionStorage.broken = "yes"');
    await at.page.reload();
    await at.visitor.pageNamed('Home');
    await nav().getByRole('button', { name: 'Workspaces' }).click();
    await seen(at.page.getByRole('dialog', { name: 'Workspaces' }).getByText('Could not load workspaces'));
  });
});
