import { getUsersRoute, patchUserRoute, postUserRoute } from '@determined/contract/identity/users-routes.ts';
import { devPassword } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { Visitor } from '../support/console-browser.ts';
import { consoleTest } from '../support/console-test.ts';
import { pressedTwice } from '../support/pressed-twice.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest();

const main = () => at.page.getByRole('main');
const dialog = () => at.page.getByRole('dialog');
const row = (name: string) => main().getByRole('row').filter({ hasText: name });
// Needed ones have an asterisk.
const field = (name: string) => dialog().getByLabel(new RegExp(`^${name}( \\*)?$`));
const save = () => dialog().getByRole('button', { name: 'Save' }).click();
const says = (text: string) => at.page.getByText(text, { exact: true });

/** What a row says below a head. */
async function cell(name: string, head: string): Promise<string> {
  const heads = await main().getByRole('columnheader').all();
  const names = await Promise.all(heads.map((one) => one.getAttribute('aria-label')));
  return (await row(name).getByRole('gridcell').nth(names.indexOf(head)).textContent()) ?? '';
}

async function rowNames(): Promise<string[]> {
  const boxes = await main().getByRole('row').getByRole('checkbox').all();
  const names = await Promise.all(boxes.map((box) => box.getAttribute('aria-label')));
  return names.flatMap((name) =>
    name?.startsWith('Select ') && !name.startsWith('Select all') ? [name.slice(7)] : [],
  );
}

async function choose(menu: RegExp, option: string): Promise<void> {
  await main().getByRole('button', { name: menu }).click();
  await at.page.getByRole('menuitemradio', { name: option, exact: true }).click();
}

async function act(name: string, action: string): Promise<void> {
  await main()
    .getByRole('button', { name: `Actions of ${name}`, exact: true })
    .click();
  await at.page.getByRole('menuitem', { name: action, exact: true }).click();
}

async function makeUser(username: string, user: { admin?: boolean; active?: boolean; displayName?: string } = {}) {
  const reply = await at.cluster.admin.client.call(postUserRoute, {
    user: { active: true, ...user, username },
    password: devPassword,
  });
  return reply.user?.id ?? 0;
}

async function stored(username: string) {
  const { users } = await at.cluster.admin.client.call(getUsersRoute, { name: username });
  return users.find((user) => user.username === username);
}

describe('the list', () => {
  beforeAll(async () => {
    await makeUser('ada', { admin: true, displayName: 'Ada Lovelace' });
    for (const name of 'bcdefghijkl') await makeUser(`many-${name}`, { active: name !== 'l' });
  });

  test('[ADMIN-001, ADMIN-002, ADMIN-003, ADMIN-009, ADMIN-019, RBAC-001] counts, columns, newest change first; for administrators alone', async () => {
    await at.visitor.signIn('/');
    await at.page.getByRole('button', { name: 'User menu of admin' }).click();
    await at.page.getByRole('menuitem', { name: 'Admin Settings' }).click();
    await at.visitor.pageNamed('Admin Settings');
    expect(at.visitor.place).toBe('/admin/user-management');
    const { pagination, users } = await at.cluster.admin.client.call(getUsersRoute, {
      sortBy: 'SORT_BY_MODIFIED_TIME',
      orderBy: 'ORDER_BY_DESC',
      limit: 10,
    });
    const tabs = at.page.getByRole('navigation', { name: 'Admin Settings' }).getByRole('link');
    await seen(tabs.filter({ hasText: `Users${pagination?.total}` }));
    // Groups come with roles in force.
    expect(await tabs.filter({ hasText: 'Groups' }).count()).toBe(0);
    await seen(row('many-l'));
    const heads = await main().getByRole('columnheader').all();
    expect(await Promise.all(heads.map((head) => head.getAttribute('aria-label')))).toEqual([
      'Selection',
      'User',
      'Status',
      'Role',
      'Modified',
      'Last Seen',
      'Actions',
    ]);
    expect(await rowNames()).toEqual(users.map(({ displayName, username }) => displayName || username));
    expect(await main().getByRole('columnheader', { name: 'Modified' }).getAttribute('aria-sort')).toBe('descending');
    expect(await cell('many-l', 'Status')).toBe('Deactivated');
    expect(await cell('many-l', 'Role')).toBe('Member');
    expect(await cell('many-k', 'Status')).toBe('Active');
    expect(await cell('many-k', 'Last Seen')).toBe('—');
    const stamp = users.find(({ username }) => username === 'many-k')?.modifiedAt ?? 'none';
    expect(await row('many-k').getByRole('time').first().getAttribute('datetime')).toBe(stamp);
    const other = await Visitor.arrive(at.browser, at.cluster);
    const { username } = await at.cluster.newUser();
    await other.signIn('/admin/user-management', username);
    await seen(other.page.getByText("Page not found or you don't have access"));
    await other.page.getByRole('button', { name: `User menu of ${username}` }).click();
    await seen(other.page.getByRole('menuitem', { name: 'Sign Out' }));
    expect(await other.page.getByRole('menuitem', { name: 'Admin Settings' }).count()).toBe(0);
    await other.leave();
  });

  test('[ADMIN-004, ADMIN-005, ADMIN-006] is searched, filtered by role and by status; the address says so', async () => {
    await at.visitor.signIn('/admin');
    await at.page.waitForURL((url) => url.pathname.endsWith('/admin/user-management'));
    await seen(row('many-k'));
    await main().getByRole('searchbox', { name: 'Search users' }).fill('LOVE');
    await gone(row('many-k'));
    expect(await rowNames()).toEqual(['Ada Lovelace']);
    expect(at.visitor.place).toBe('/admin/user-management?name=LOVE');
    await main().getByRole('searchbox', { name: 'Search users' }).fill('');
    await seen(row('many-k'));
    await main().getByRole('button', { name: /^Role/ }).click();
    expect(await at.page.getByRole('menuitemradio').allTextContents()).toEqual(['All Roles', 'Admin', 'Non-Admin']);
    await at.page.getByRole('menuitemradio', { name: 'Admin', exact: true }).click();
    await gone(row('many-k'));
    expect((await rowNames()).toSorted()).toEqual(['Ada Lovelace', 'admin']);
    expect(await cell('Ada Lovelace', 'Role')).toBe('Admin');
    await choose(/^Role/, 'Non-Admin');
    await seen(row('many-k'));
    expect(await rowNames()).not.toContain('Ada Lovelace');
    await gone(at.page.getByRole('menu'));
    await main()
      .getByRole('button', { name: /^Status/ })
      .click();
    await seen(at.page.getByRole('menuitemradio', { name: 'All Statuses' }));
    expect(await at.page.getByRole('menuitemradio').allTextContents()).toEqual([
      'All Statuses',
      'Active Users',
      'Deactivated Users',
    ]);
    await at.page.getByRole('menuitemradio', { name: 'Deactivated Users' }).click();
    await gone(row('many-k'));
    expect(await rowNames()).toEqual(['many-l']);
    await choose(/^Status/, 'Active Users');
    await seen(row('many-k'));
    expect(await rowNames()).not.toContain('many-l');
    expect(at.visitor.place).toBe('/admin/user-management?role=non-admin&status=active');
  });

  test('[ADMIN-066] a list that cannot be read says so, and is read again', async () => {
    await at.visitor.signIn('/admin/user-management');
    await seen(row('many-k'));
    await at.page.context().setOffline(true);
    await choose(/^Status/, 'Deactivated Users');
    const failure = main().getByRole('alert').filter({ hasText: 'Could not fetch user search results' });
    await seen(failure);
    await at.page.context().setOffline(false);
    await failure.getByRole('button', { name: 'Retry' }).click();
    await seen(row('many-l'));
  });

  test('[ADMIN-007, ADMIN-010, ADMIN-013, ADMIN-039, ADMIN-064] several are chosen, by mouse and keys, and change their status together', async () => {
    await at.visitor.signIn('/admin/user-management?name=many&sort=displayName%3Dasc');
    await seen(main().getByRole('checkbox', { name: 'Select many-b' }));
    expect(await main().getByRole('button', { name: 'Actions', exact: true }).count()).toBe(0);
    await main().getByRole('checkbox', { name: 'Select many-b' }).check();
    await row('many-c').getByRole('gridcell').first().focus();
    await at.page.keyboard.press(' ');
    expect(await main().getByRole('checkbox', { name: 'Select many-c' }).isChecked()).toBe(true);
    expect(await row('many-c').getAttribute('aria-selected')).toBe('true');
    await main().getByRole('button', { name: 'Actions', exact: true }).click();
    // Groups and roles come with roles in force.
    expect(await at.page.getByRole('menuitem').allTextContents()).toEqual(['Change Status']);
    await at.page.getByRole('menuitem', { name: 'Change Status' }).click();
    await save();
    await seen(dialog().getByText('This field is required'));
    await dialog().getByLabel('Status').selectOption('deactivate');
    await save();
    await seen(says('Successfully changed status'));
    await gone(main().getByRole('button', { name: 'Actions', exact: true }));
    await eventually('both rows say it', async () => (await cell('many-b', 'Status')) === 'Deactivated');
    expect([(await stored('many-b'))?.active, (await stored('many-c'))?.active]).toEqual([false, false]);
    expect((await stored('many-d'))?.active).toBe(true);
    // Choosing the page leaves out oneself.
    await at.visitor.open('/admin/user-management?role=admin');
    await seen(main().getByRole('checkbox', { name: 'Select admin' }));
    expect(await main().getByRole('checkbox', { name: 'Select admin' }).isDisabled()).toBe(true);
    await main().getByRole('checkbox', { name: 'Select all on this page' }).check();
    expect(await main().getByRole('checkbox', { name: 'Select admin' }).isChecked()).toBe(false);
    expect(await main().getByRole('checkbox', { name: 'Select Ada Lovelace' }).isChecked()).toBe(true);
  });
});

describe('one user', () => {
  test('[ADMIN-008, ADMIN-027, ADMIN-029, ADMIN-030, ADMIN-031, ADMIN-032, ADMIN-034, ADMIN-058, ADMIN-059] is added, once all is as it must be', async () => {
    await at.visitor.signIn('/admin/user-management');
    await at.page.getByRole('button', { name: 'Add User' }).click();
    await save();
    await seen(dialog().getByText('User Name is required'));
    await seen(dialog().getByText('Password is required'));
    await field('User Name').fill('x'.repeat(129));
    await field('Display Name').fill('y'.repeat(129));
    await field('User Password').fill('weak');
    await field('Confirm User Password').fill('other');
    await save();
    await seen(dialog().getByText('User Name has at most 128 characters'));
    await seen(dialog().getByText('Display Name has at most 128 characters'));
    await seen(dialog().getByText('Password must have at least 8 characters'));
    await seen(dialog().getByText('The new password does not match the confirmation field'));
    await field('User Name').fill('admin');
    await field('Display Name').fill('Grace H');
    await field('User Password').fill('Grace-Passw0rd');
    await field('Confirm User Password').fill('Grace-Passw0rd');
    await dialog().getByRole('switch', { name: 'Admin' }).check();
    await save();
    await seen(dialog().getByRole('alert').filter({ hasText: 'Error creating new user.' }));
    await field('User Name').fill('grace');
    await save();
    await seen(says('New user has been created; advise user to change password as soon as possible.'));
    await seen(row('Grace H'));
    expect(await stored('grace')).toMatchObject({ displayName: 'Grace H', admin: true, active: true, remote: false });
    // With that very password.
    await at.cluster.signIn('grace', 'Grace-Passw0rd');
  });

  test('[ADMIN-014, ADMIN-015, ADMIN-016, ADMIN-017, ADMIN-028, ADMIN-056, ADMIN-057] is edited by its menu', async () => {
    await makeUser('hedy');
    await makeUser('taken');
    await at.visitor.signIn('/admin/user-management?name=hedy');
    await main().getByRole('button', { name: 'Actions of hedy' }).click();
    await seen(at.page.getByRole('menuitem', { name: 'Edit User' }));
    expect(await at.page.getByRole('menuitem').allTextContents()).toEqual([
      'Edit User',
      'Link with Agent UID/GID',
      'Deactivate',
    ]);
    await at.page.getByRole('menuitem', { name: 'Edit User' }).click();
    expect(await field('User Name').isDisabled()).toBe(true);
    await field('Display Name').fill('taken');
    await save();
    await seen(dialog().getByRole('alert').filter({ hasText: 'Error updating user.' }));
    await field('Display Name').fill('Hedy L');
    await field('User Password').fill('Hedy-Passw0rd');
    await field('Confirm User Password').fill('Hedy-Passw0rd');
    await dialog().getByRole('switch', { name: 'Admin' }).check();
    await save();
    await seen(says('User has been updated'));
    await seen(row('Hedy L'));
    expect(await stored('hedy')).toMatchObject({ displayName: 'Hedy L', admin: true });
    await at.cluster.signIn('hedy', 'Hedy-Passw0rd');
    // A password that is left empty stays.
    await act('Hedy L', 'Edit User');
    await dialog().getByRole('switch', { name: 'Admin' }).uncheck();
    await save();
    await eventually('the flag is off', async () => (await stored('hedy'))?.admin === false);
    await at.cluster.signIn('hedy', 'Hedy-Passw0rd');
  });

  test('[ADMIN-036, ADMIN-037, ADMIN-054] is linked with a user and group of the machines', async () => {
    await makeUser('linked');
    await at.visitor.signIn('/admin/user-management?name=linked');
    await act('linked', 'Link with Agent UID/GID');
    await save();
    for (const name of ['Agent User ID', 'Agent User Name', 'Agent Group ID', 'Agent Group Name'])
      await seen(dialog().getByText(`${name} is required`));
    await dialog().getByLabel('Agent User ID').fill('-1');
    await dialog().getByLabel('Agent User Name').fill('ada');
    await dialog().getByLabel('Agent Group ID').fill('-2');
    await dialog().getByLabel('Agent Group Name').fill('lab');
    await save();
    await seen(dialog().getByText('Agent User ID must be at least 0'));
    await seen(dialog().getByText('Agent Group ID must be at least 0'));
    await dialog().getByLabel('Agent User ID').fill('1000');
    await dialog().getByLabel('Agent Group ID').fill('0');
    await at.page.context().setOffline(true);
    await save();
    await seen(dialog().getByRole('alert').filter({ hasText: 'Error configuring agent.' }));
    await at.page.context().setOffline(false);
    await save();
    await gone(dialog());
    expect((await stored('linked'))?.agentUserGroup).toEqual({
      agentUid: 1000,
      agentGid: 0,
      agentUser: 'ada',
      agentGroup: 'lab',
    });
    await act('linked', 'Link with Agent UID/GID');
    expect(await dialog().getByLabel('Agent User ID').inputValue()).toBe('1000');
    expect(await dialog().getByLabel('Agent Group ID').inputValue()).toBe('0');
  });

  test('[ADMIN-040, ADMIN-061, ADMIN-062] is deactivated, and activated again', async () => {
    const userId = await makeUser('coming-and-going');
    await at.visitor.signIn('/admin/user-management?name=coming');
    await act('coming-and-going', 'Deactivate');
    await seen(says('User has been deactivated'));
    await eventually('the row says it', async () => (await cell('coming-and-going', 'Status')) === 'Deactivated');
    expect((await stored('coming-and-going'))?.active).toBe(false);
    await act('coming-and-going', 'Activate');
    await seen(says('User has been activated'));
    expect((await stored('coming-and-going'))?.active).toBe(true);
    await seen(row('coming-and-going').getByText('Active', { exact: true }));
    await at.page.context().setOffline(true);
    await act('coming-and-going', 'Deactivate');
    await seen(at.page.getByRole('alert').filter({ hasText: 'Unable to deactivate user.' }));
    await at.page.context().setOffline(false);
    await at.cluster.admin.client.call(patchUserRoute, { userId, user: { active: false } });
    await seen(row('coming-and-going').getByText('Deactivated'));
    await at.page.context().setOffline(true);
    await act('coming-and-going', 'Activate');
    await seen(at.page.getByRole('alert').filter({ hasText: 'Unable to activate user.' }));
    await at.page.context().setOffline(false);
  });
});

test('pages are turned by as many as the button is pressed, before the first has come as well', async () => {
  await Promise.all(Array.from({ length: 21 }, () => at.cluster.newUser()));
  await at.visitor.signIn('/admin/user-management');
  await seen(main().getByText(/^1–10 of /));
  await main().getByRole('button', { name: 'Next page' }).evaluate(pressedTwice);
  await seen(main().getByText(/^21–\d+ of /));
  await expect.poll(() => at.visitor.place).toBe('/admin/user-management?page=3');
});
