import { getUserSessionsRoute } from '@determined/contract/identity/session-ext-routes.ts';
import { getUserSettingRoute, postUserSettingRoute } from '@determined/contract/identity/settings-routes.ts';
import { getAccessTokensRoute } from '@determined/contract/identity/tokens-routes.ts';
import { type DevUser, devPassword } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { describe, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest();

const drawer = () => at.page.getByRole('dialog', { name: 'User Settings' });
const says = (text: string) => at.page.getByText(text, { exact: true });
const edit = (what: string) =>
  drawer()
    .getByRole('button', { name: `Edit ${what}`, exact: true })
    .click();
const saveName = () => drawer().locator('form').getByRole('button', { name: 'Save' }).click();

async function openSettings(username: string): Promise<void> {
  await at.page.getByRole('button', { name: `User menu of ${username}` }).click();
  await at.page.getByRole('menuitem', { name: 'User Settings' }).click();
  await seen(drawer().getByRole('heading', { name: 'Profile', exact: true }));
}

async function newVisitor(path = '/workspaces'): Promise<DevUser> {
  const user = await at.cluster.newUser();
  await at.visitor.signIn(path, user.username);
  await openSettings(user.username);
  return user;
}

/** What the server keeps of the console's settings. */
async function stored({ client }: DevUser): Promise<Record<string, unknown>> {
  const { settings } = await client.call(getUserSettingRoute, {});
  return Object.fromEntries(
    settings.filter(({ storagePath }) => storagePath === 'console').map(({ key, value }) => [key, JSON.parse(value)]),
  );
}

describe('profile', () => {
  test('[SETTINGS-001, SETTINGS-002, SETTINGS-003, SETTINGS-009, SETTINGS-010, SETTINGS-011, SETTINGS-020, SETTINGS-021, SETTINGS-022] names are changed, within their limits', async () => {
    const user = await newVisitor();
    expect(await drawer().getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      'User Settings',
      'Profile',
      'Preferences',
      'Shortcuts',
      'Experimental',
      'Advanced',
    ]);
    await edit('Username');
    const name = drawer().getByRole('textbox', { name: 'Username' });
    await name.fill(' ');
    await seen(drawer().getByText('Please input your username'));
    await name.fill('u'.repeat(33));
    await saveName();
    await seen(drawer().getByText('Username has at most 32 characters'));
    await name.fill('admin');
    await saveName();
    await seen(at.page.getByRole('alert').filter({ hasText: 'Could not update username.' }));
    await name.fill(`${user.username}-new`);
    await saveName();
    await seen(says('Username updated.'));
    await edit('Display Name');
    await drawer().getByRole('textbox', { name: 'Display Name' }).fill('d'.repeat(33));
    await seen(drawer().getByText('Display Name has at most 32 characters'));
    await drawer().getByRole('textbox', { name: 'Display Name' }).fill('Sofja K');
    await saveName();
    await seen(says('Display name updated.'));
    await at.cluster.signIn(`${user.username}-new`, devPassword);
    // Escape leaves the field, then the drawer; the focus goes back.
    await edit('Display Name');
    await at.page.keyboard.press('Escape');
    await gone(drawer().getByRole('textbox', { name: 'Display Name' }));
    await at.page.keyboard.press('Escape');
    await gone(drawer());
    await seen(at.page.getByRole('button', { name: 'User menu of Sofja K' }));
  });

  test('[SETTINGS-004, SETTINGS-012, SETTINGS-013, SETTINGS-014, SETTINGS-015, SETTINGS-016, SETTINGS-017, SETTINGS-018, SETTINGS-019] the password is changed, the old one known', async () => {
    const user = await newVisitor();
    await edit('Password');
    const field = (name: string) => drawer().getByLabel(name, { exact: true });
    const button = drawer().getByRole('button', { name: 'Change Password' });
    const off = () => button.getAttribute('aria-disabled');
    expect(await off()).toBe('true');
    await field('Old Password').fill('not it');
    for (const [weak, why] of [
      ['Short1', 'Password must have at least 8 characters'],
      ['lowercase1', 'Password must include an uppercase letter'],
      ['UPPERCASE1', 'Password must include a lowercase letter'],
      ['NoNumbers', 'Password must include a number'],
    ] as const) {
      await field('New Password').fill(weak);
      await seen(drawer().getByText(why));
    }
    await field('New Password').fill('Other-Passw0rd');
    await field('Confirm Password').focus();
    await field('Old Password').focus();
    await seen(drawer().getByText('Confirmed password required.'));
    await field('Confirm Password').fill('Other');
    await seen(drawer().getByText('Passwords do not match.'));
    expect(await off()).toBe('true');
    await field('Confirm Password').fill('Other-Passw0rd');
    await expect.poll(off).toBeNull();
    await button.click();
    await seen(drawer().getByText('Incorrect password.'));
    await expect(at.cluster.signIn(user.username, 'Other-Passw0rd')).rejects.toThrow();
    await field('Old Password').fill(devPassword);
    await at.page.context().setOffline(true);
    await button.click();
    await seen(at.page.getByRole('alert').filter({ hasText: 'Could not update password.' }));
    await at.page.context().setOffline(false);
    await button.click();
    await seen(says('Password updated.'));
    await at.cluster.signIn(user.username, 'Other-Passw0rd');
    await expect(at.cluster.signIn(user.username, devPassword)).rejects.toThrow();
    // One is still signed in, by the new session.
    await at.page.keyboard.press('Escape');
    await gone(drawer());
    await at.page.reload();
    await at.visitor.pageNamed('Workspaces');
  });

  test('sign-ins are seen and ended, one’s own apart; what is off says who may', async () => {
    const user = await newVisitor();
    const other = await at.cluster.signIn(user.username, devPassword);
    const list = drawer().getByRole('list', { name: 'Sign-ins' });
    await eventually('the new sign-in stands in the list', async () => {
      await at.page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
      return (await list.getByRole('listitem').count()) >= 2;
    });
    await seen(list.getByRole('listitem').filter({ hasText: 'this one' }).getByText('Chrome on Linux'));
    expect(await list.getByRole('listitem').filter({ hasText: 'this one' }).getByRole('button').count()).toBe(0);
    await list
      .getByRole('button', { name: /^End the session of/ })
      .first()
      .click();
    await eventually('an other one has ended', async () => {
      const { sessions } = await at.cluster.admin.client.call(getUserSessionsRoute, { params: { userId: user.id } });
      return sessions.length === 2;
    });
    await drawer().getByRole('button', { name: 'End all others' }).click();
    await eventually('the other one is out', async () => {
      const { status } = await at.cluster.fetch('/api/v1/me', { token: other.token });
      return status === 401;
    });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
    // What is off says why, and who may.
    const token = drawer().getByRole('button', { name: 'New Token' });
    expect(await token.getAttribute('aria-disabled')).toBe('true');
    await token.hover();
    await seen(at.page.getByRole('tooltip', { name: 'Only an administrator may do this.' }));
  });

  test('access tokens are made, shown once, and revoked; by who may', async () => {
    await at.visitor.signIn('/workspaces');
    await openSettings('admin');
    await drawer().getByRole('button', { name: 'New Token' }).click();
    await drawer().getByRole('textbox', { name: 'What it is for' }).fill('nightly script');
    await drawer().getByRole('combobox', { name: 'Good for' }).selectOption('7');
    await drawer().getByRole('button', { name: 'Create Token' }).click();
    const token = (await drawer().locator('code').textContent()) ?? '';
    expect((await at.cluster.fetch('/api/v1/me', { token })).status).toBe(200);
    await seen(drawer().getByRole('list', { name: 'Access tokens' }).getByText('nightly script'));
    const { tokenInfo } = await at.cluster.admin.client.call(getAccessTokensRoute, { username: 'admin' });
    const days = (Date.parse(tokenInfo[0]?.expiry ?? '') - Date.parse(tokenInfo[0]?.createdAt ?? '')) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    await drawer().getByRole('button', { name: 'Revoke nightly script' }).click();
    await gone(drawer().getByRole('list', { name: 'Access tokens' }));
    expect((await at.cluster.fetch('/api/v1/me', { token })).status).toBe(401);
  });
});

describe('preferences, shortcuts and switches', () => {
  test('[SETTINGS-030, SETTINGS-033, SETTINGS-038, SETTINGS-045] theme and density apply at once and are kept', async () => {
    const user = await newVisitor('/projects/1/experiments');
    const modes = drawer().getByRole('radiogroup', { name: 'Theme Mode' }).getByRole('radio');
    expect(await Promise.all((await modes.all()).map((one) => one.getAttribute('aria-label')))).toEqual([
      'Day',
      'Night',
      'System',
    ]);
    expect(await drawer().getByRole('radio', { name: 'System' }).isChecked()).toBe(true);
    await drawer().getByRole('radio', { name: 'Night' }).check();
    await expect.poll(() => at.page.evaluate('document.documentElement.dataset.mantineColorScheme')).toBe('dark');
    const densities = drawer().getByRole('radiogroup', { name: 'Table Density' }).getByRole('radio');
    expect(await Promise.all((await densities.all()).map((one) => one.getAttribute('aria-label')))).toEqual([
      'Short',
      'Medium',
      'Tall',
      'Extra Tall',
    ]);
    expect(await drawer().getByRole('radio', { name: 'Medium' }).isChecked()).toBe(true);
    const rowVariable = () =>
      at.page.evaluate<string>("getComputedStyle(document.querySelector('main')).getPropertyValue('--row')");
    expect(await rowVariable()).toBe('36px');
    for (const [name, pixels, kept] of [
      ['Short', '32px', 'SHORT'],
      ['Tall', '40px', 'TALL'],
      ['Medium', '36px', 'MEDIUM'],
      ['Extra Tall', '44px', 'EXTRA_TALL'],
    ] as const) {
      await drawer().getByRole('radio', { name, exact: true }).check();
      expect(await rowVariable()).toBe(pixels);
      await eventually('the server keeps both', async () => {
        const { 'theme-mode': mode, tableRowHeight: height } = await stored(user);
        return mode === 'dark' && height === kept;
      });
    }
    await drawer().getByRole('button', { name: 'Reset Table Density' }).click();
    expect(await drawer().getByRole('radio', { name: 'Medium' }).isChecked()).toBe(true);
  });

  test('[SETTINGS-039, SETTINGS-040, SETTINGS-041, SETTINGS-042] keys are recorded; what they do listens to the new ones', async () => {
    const user = await newVisitor();
    const keys = async (label: string) => {
      const row = drawer().getByText(label, { exact: true }).locator('..');
      return (await row.locator('kbd').allTextContents()).join('+');
    };
    await seen(drawer().getByText('Open Omnibar'));
    await seen(drawer().getByText('Toggle Sidebar'));
    expect(await keys('Open Omnibar')).toBe('ctrl+Space');
    expect(await keys('Launch JupyterLab Notebook')).toBe('meta+shift+L');
    expect(await keys('Toggle Sidebar')).toBe('meta+shift+U');
    await edit('Toggle Sidebar');
    await at.page.keyboard.press('Escape');
    expect(await keys('Toggle Sidebar')).toBe('meta+shift+U');
    for (const [label, pressed, said] of [
      ['Open Omnibar', 'Control+Shift+K', 'ctrl+shift+K'],
      ['Launch JupyterLab Notebook', 'Alt+J', 'alt+J'],
      ['Toggle Sidebar', 'Alt+B', 'alt+B'],
    ] as const) {
      await edit(label);
      await at.page.keyboard.press(pressed);
      await expect.poll(() => keys(label)).toBe(said);
    }
    await at.page.keyboard.press('Escape');
    await gone(drawer());
    await at.page.keyboard.press('Alt+B');
    await seen(at.page.getByRole('button', { name: 'Expand' }));
    await eventually(
      'the server keeps them',
      async () => (await stored(user))['shortcuts.navbarCollapsed'] === 'alt+B',
    );
    await openSettings(user.username);
    await drawer().getByRole('button', { name: 'Reset Toggle Sidebar' }).click();
    await expect.poll(() => keys('Toggle Sidebar')).toBe('meta+shift+U');
  });

  test('[SETTINGS-043, FLAG-011] switches are set for oneself; the address is over them', async () => {
    const user = await newVisitor();
    const streaming = drawer().getByRole('switch', { name: /^Streaming Updates/ });
    expect(await streaming.isChecked()).toBe(false);
    expect(
      await drawer()
        .getByRole('switch', { name: /^Manage Templates/ })
        .isChecked(),
    ).toBe(true);
    // The cluster alone decides on this one.
    expect(await drawer().getByRole('switch', { name: /genai/i }).count()).toBe(0);
    await streaming.check();
    await eventually('the server keeps it', async () => {
      const { experimental } = await stored(user);
      return JSON.stringify(experimental) === '{"streaming_updates":true}';
    });
    await at.visitor.open('/workspaces?f_streaming_updates=off&f_task_templates=off');
    await openSettings(user.username);
    await expect.poll(() => streaming.isChecked()).toBe(false);
    expect(
      await drawer()
        .getByRole('switch', { name: /^Manage Templates/ })
        .isChecked(),
    ).toBe(false);
  });
});

describe('advanced', () => {
  test('[SETTINGS-007, SETTINGS-008, SETTINGS-023, SETTINGS-024, SETTINGS-025, SETTINGS-026] the settings as they are kept, and all of them reset', async () => {
    const user = await at.cluster.newUser();
    await user.client.call(postUserSettingRoute, {
      settings: [{ key: 'theme-mode', storagePath: 'console', value: '"dark"' }],
    });
    await at.visitor.signIn('/workspaces', user.username);
    await openSettings(user.username);
    const know = drawer().getByRole('switch', { name: "I know what I'm doing" });
    const raw = drawer().getByRole('textbox', { name: 'Raw settings' });
    const save = drawer().getByRole('button', { name: 'Save' });
    const failed = (title: string) => seen(at.page.getByRole('alert').filter({ hasText: title }));
    expect(await raw.count()).toBe(0);
    await at.page.context().setOffline(true);
    await know.check();
    const failure = drawer().getByRole('alert').filter({ hasText: 'Unable to fetch user settings, try refreshing.' });
    await seen(failure);
    await drawer().getByRole('radio', { name: 'Tall', exact: true }).check();
    await failed('Unable to update user settings for key: tableRowHeight.');
    await at.page.context().setOffline(false);
    await failure.getByRole('button', { name: 'Retry' }).click();
    await raw.fill('{"theme-mode": "light",');
    await seen(drawer().getByText('Invalid JSON'));
    expect(await save.getAttribute('aria-disabled')).toBe('true');
    await raw.fill('{"theme-mode": "light"}');
    await at.page.context().setOffline(true);
    await save.click();
    await failed('Unable to update user settings, try again later.');
    await drawer().getByRole('button', { name: 'Reset all…' }).click();
    await at.page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
    await failed('Unable to reset user settings, try again later.');
    await at.page.context().setOffline(false);
    await save.click();
    await expect.poll(() => drawer().getByRole('radio', { name: 'Day' }).isChecked()).toBe(true);
    expect(await stored(user)).toEqual({ 'theme-mode': 'light' });
    // What was said lies over the drawer's foot for a while.
    await at.page.reload();
    await openSettings(user.username);
    await drawer().getByRole('radio', { name: 'Tall', exact: true }).check();
    await drawer().getByRole('button', { name: 'Reset all…' }).click();
    await at.page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => drawer().getByRole('radio', { name: 'System' }).isChecked()).toBe(true);
    expect(await stored(user)).toEqual({});
    // What was set here alone has gone, too.
    expect(await drawer().getByRole('radio', { name: 'Medium' }).isChecked()).toBe(true);
  });
});
