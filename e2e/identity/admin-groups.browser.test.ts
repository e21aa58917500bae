import { createGroupRoute, getGroupRoute, getGroupsRoute } from '@determined/contract/identity/groups-routes.ts';
import {
  assignRolesRoute,
  getRolesAssignedToGroupRoute,
  getRolesAssignedToUserRoute,
} from '@determined/contract/identity/roles-routes.ts';
import { getUsersRoute, postUserRoute } from '@determined/contract/identity/users-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { devPassword } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });

const main = () => at.page.getByRole('main');
const dialog = (name?: string) => at.page.getByRole('dialog', { name });
const row = (name: string) => main().getByRole('row').filter({ hasText: name });
const says = (text: string) => at.page.getByText(text, { exact: true });
const button = (name: string | RegExp) => main().getByRole('button', { name, exact: true });
const save = (name = 'Save') => at.page.getByRole('dialog').getByRole('button', { name, exact: true });
const field = (name: string) => dialog().getByLabel(new RegExp(`^${name}( \\*)?$`));
const admin = () => at.cluster.admin.client;

async function act(name: string, action: string): Promise<void> {
  await button(`Actions of ${name}`).click();
  await at.page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Types into a field of several choices and takes the one that is offered. */
async function choose(label: string, typed: string, option = typed): Promise<void> {
  await field(label).fill(typed);
  await at.page.getByRole('option', { name: option, exact: true }).click();
  await seen(
    dialog()
      .getByRole('button', { name: /^(Cancel|Close)$/ })
      .filter({ hasText: 'Cancel' }),
  );
}

const ids = new Map<string, number>();
const idOf = (name: string) => ids.get(name) ?? 0;
async function makeUser(username: string) {
  const user = { active: true, username };
  const reply = await admin().call(postUserRoute, { user, password: devPassword });
  ids.set(username, reply.user?.id ?? 0);
}
async function makeGroup(name: string, ...members: string[]) {
  const { group } = await admin().call(createGroupRoute, { name, addUsers: members.map(idOf) });
  ids.set(name, group?.groupId ?? 0);
}
const membersOf = async (name: string) => {
  const { group } = await admin().call(getGroupRoute, { groupId: idOf(name) });
  return group?.users.map(({ username }) => username);
};
const groupsOf = async (username: string) => {
  const { groups } = await admin().call(getGroupsRoute, { userId: idOf(username), limit: 10 });
  return groups.map(({ group }) => group?.name);
};
/** Names of the roles for the whole cluster. */
const clusterRolesOf = async (username: string) => {
  const { roles } = await admin().call(getRolesAssignedToUserRoute, { userId: idOf(username) });
  return roles.flatMap(({ role, userRoleAssignments }) =>
    userRoleAssignments.some(({ userId }) => userId === idOf(username)) ? (role?.name ?? '') : [],
  );
};

/** The next answer to such a call is a failure. */
async function failNext(method: string, path: string): Promise<void> {
  let failed = false;
  await at.page.route(path, (route) => {
    if (failed || route.request().method() !== method) return route.fallback();
    failed = true;
    return route.fulfill({ status: 500, json: { error: { code: 13, reason: 'Internal', error: 'out of order' } } });
  });
}

beforeAll(async () => {
  for (const name of ['mina', 'ken', 'grace', 'alan']) await makeUser(name);
  await makeGroup('Vision', 'mina', 'ken');
  const { workspace } = await admin().call(postWorkspaceRoute, { name: 'Speech' });
  const roleAssignment = { role: { roleId: 5 }, scopeWorkspaceId: workspace?.id ?? 0 };
  await admin().call(assignRolesRoute, {
    groupRoleAssignments: [{ groupId: idOf('Vision'), roleAssignment }],
  } as never);
});

describe('the list of groups', () => {
  test('[ADMIN-020, ADMIN-021, ADMIN-049, ADMIN-050, SHELL-036] has its tab, its columns, its members, and takes one out', async () => {
    await at.visitor.signIn('/admin/user-management');
    const tab = at.page.getByRole('navigation', { name: 'Admin Settings' }).getByRole('link', { name: 'Groups' });
    await seen(tab.filter({ hasText: 'Groups1' }));
    await tab.click();
    expect(at.visitor.place).toBe('/admin/group-management');
    await seen(row('Vision').filter({ hasText: 'Editor in Speech' }));
    expect(await main().getByRole('columnheader').allTextContents()).toEqual([
      'Group',
      'Members',
      'Roles',
      'People',
      'Actions',
    ]);
    expect((await row('Vision').getByRole('gridcell').allTextContents()).slice(0, 2)).toEqual(['Vision', '2']);
    await seen(button('Actions of Vision'));
    const unfold = button('Members of Vision');
    expect(await unfold.getAttribute('aria-expanded')).toBe('false');
    // By key: the grid is one stop, Enter presses what a cell holds.
    await row('Vision').getByRole('gridcell').first().focus();
    await at.page.keyboard.press('Enter');
    await seen(row('mina'));
    expect(await unfold.getAttribute('aria-expanded')).toBe('true');
    await failNext('PUT', '**/api/v1/groups/*');
    await button('Remove mina from Vision').click();
    await seen(says('Error deleting group.'));
    expect(await membersOf('Vision')).toEqual(['mina', 'ken']);
    await button('Remove mina from Vision').click();
    await seen(says('User has been removed from group.'));
    await gone(row('mina'));
    expect(await membersOf('Vision')).toEqual(['ken']);
    await at.page.getByRole('button', { name: 'Undo' }).click();
    await seen(row('mina'));
    expect(await membersOf('Vision')).toEqual(['mina', 'ken']);
    await unfold.click();
    await gone(row('mina'));
  });

  test('[ADMIN-022, ADMIN-023, ADMIN-024, ADMIN-025, ADMIN-041, ADMIN-042] New Group makes one, once its name is as it must be', async () => {
    await at.visitor.signIn('/admin/group-management');
    await at.page.getByRole('button', { name: 'New Group' }).click();
    await seen(dialog('New Group'));
    expect(await save().getAttribute('aria-disabled')).toBe('true');
    await field('Group Name').fill('   ');
    expect(await save().getAttribute('aria-disabled')).toBe('true');
    await field('Group Name').fill('x'.repeat(129));
    expect(await save().getAttribute('aria-disabled')).not.toBe('true');
    await save().click();
    await seen(dialog().getByText('Group Name has at most 128 characters'));
    await field('Group Name').fill(` ${'x'.repeat(128)} `);
    await choose('Members', 'gra', 'grace');
    await failNext('POST', '**/api/v1/groups');
    await save().click();
    await seen(dialog().getByRole('alert').filter({ hasText: 'Error creating new group.' }));
    await save().click();
    await seen(says('New group has been created.'));
    await seen(row('x'.repeat(128)));
    const { groups } = await admin().call(getGroupsRoute, { name: 'x'.repeat(128), limit: 10 });
    expect(groups.map(({ numMembers }) => numMembers)).toEqual([1]);
  });

  test('is searched by the name of a group or of somebody in it', async () => {
    await makeGroup('Ranking', 'alan');
    await at.visitor.signIn('/admin/group-management');
    await seen(row('Vision'));
    await main().getByRole('searchbox', { name: 'Search groups' }).fill('ALA');
    await gone(row('Vision'));
    await seen(row('Ranking'));
    expect(at.visitor.place).toBe('/admin/group-management?name=ALA');
    await main().getByRole('searchbox', { name: 'Search groups' }).fill('nothing like it');
    await seen(main().getByText('No groups match this search'));
  });

  test('[ADMIN-051] a list that cannot be read says so', async () => {
    await at.visitor.signIn('/admin/user-management');
    // Read when the mouse comes to the link, and again by the page: both fail.
    const list = '**/api/ext/v1/groups?*';
    await at.page.route(list, (route) =>
      route.fulfill({ status: 500, json: { error: { code: 13, error: 'broken' } } }),
    );
    await at.page.getByRole('link', { name: 'Groups' }).click();
    const failure = main().getByRole('alert').filter({ hasText: 'Unable to fetch groups.' });
    await seen(failure);
    await at.page.unroute(list);
    await failure.getByRole('button', { name: 'Retry' }).click();
    await seen(row('Vision'));
  });
});

describe('one group', () => {
  test('[ADMIN-026, ADMIN-043, ADMIN-044, ADMIN-052, RBAC-015] is edited: name, members, roles for the cluster', async () => {
    await makeGroup('Platform', 'mina', 'ken');
    await at.visitor.signIn('/admin/group-management?name=Platform');
    await act('Platform', 'Edit Group');
    await seen(dialog().getByRole('list', { name: 'Members' }).getByText('mina'));
    await save().click();
    await seen(says('No changes to save.'));
    await failNext('GET', '**/api/v1/roles/search/by-group/*');
    await at.page.reload();
    await act('Platform', 'Edit Group');
    await seen(dialog().getByText("Unable to fetch this group's roles."));
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await at.page.reload();
    await act('Platform', 'Edit Group');
    await field('Group Name').fill('Platform 2');
    await dialog().getByRole('button', { name: 'Remove ken', exact: true }).click();
    await dialog().getByRole('button', { name: 'Remove mina', exact: true }).click();
    await dialog().getByRole('button', { name: 'Keep mina', exact: true }).click();
    await choose('Add people', 'ala', 'alan');
    await choose('Global Roles', 'Viewer', 'Viewer');
    await seen(dialog().getByText('1 added, 1 removed when saved'));
    await failNext('PUT', '**/api/v1/groups/*');
    await save().click();
    await seen(dialog().getByRole('alert').filter({ hasText: 'Error editing group.' }));
    await save().click();
    await seen(says('Group has been updated.'));
    await seen(row('Platform 2').filter({ hasText: 'Viewer' }));
    expect(await membersOf('Platform')).toEqual(['mina', 'alan']);
    const { roles } = await admin().call(getRolesAssignedToGroupRoute, { groupId: idOf('Platform') });
    expect(roles.map(({ name }) => name)).toEqual(['Viewer']);
  });

  test('[ADMIN-038, ADMIN-047, ADMIN-048] gets members, and says how many', async () => {
    await makeGroup('Crowd');
    await at.visitor.signIn('/admin/group-management?name=Crowd');
    await act('Crowd', 'Add Members to Group');
    await save('Add Members').click();
    await seen(dialog().getByText('User is required'));
    await choose('Users', 'mina');
    await choose('Users', 'ken');
    await failNext('PUT', '**/api/v1/groups/*');
    await save('Add Members').click();
    await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to add users to group.' }));
    await save('Add Members').click();
    await seen(says('2 users added to group.'));
    expect(await membersOf('Crowd')).toEqual(['mina', 'ken']);
  });

  test('[ADMIN-045, ADMIN-046] is deleted, once that was confirmed', async () => {
    await makeGroup('Gone', 'mina');
    await at.visitor.signIn('/admin/group-management?name=Gone');
    await act('Gone', 'Delete Group');
    const asked = at.page.getByRole('alertdialog');
    await seen(asked.getByText('Its 1 member keep', { exact: false }));
    await failNext('DELETE', '**/api/v1/groups/*');
    await asked.getByRole('button', { name: 'Delete Group' }).click();
    await seen(asked.getByRole('alert').filter({ hasText: 'error deleting group' }));
    await asked.getByRole('button', { name: 'Delete Group' }).click();
    await seen(says('Group deleted.'));
    await gone(row('Gone'));
  });
});

describe('users where roles are in force', () => {
  test('[ADMIN-035, ADMIN-033, ADMIN-053, ADMIN-060] a user has roles in place of the flag, and may be a remote one without a password', async () => {
    await at.visitor.signIn('/admin/user-management');
    await at.page.getByRole('button', { name: 'Add User' }).click();
    await seen(field('Global Roles'));
    expect(await dialog().getByRole('switch', { name: 'Admin' }).count()).toBe(0);
    expect(await field('User Password').count()).toBe(1);
    await dialog()
      .getByRole('switch', { name: /^Remote/ })
      .check();
    expect(await field('User Password').count()).toBe(0);
    await field('User Name').fill('remote');
    await choose('Global Roles', 'Workspace', 'WorkspaceCreator');
    await save().click();
    await seen(says('New remote user has been created; please configure access in IdP.'));
    const { users } = await admin().call(getUsersRoute, { name: 'remote' });
    ids.set('remote', users[0]?.id ?? 0);
    expect(users[0]?.remote).toBe(true);
    expect(await clusterRolesOf('remote')).toEqual(['WorkspaceCreator']);
    await act('remote', 'Edit User');
    await dialog()
      .getByRole('button', { name: 'Remove WorkspaceCreator' })
      .or(dialog().locator('.mantine-Pill-remove'))
      .click();
    await choose('Global Roles', 'Edit', 'Editor');
    await save().click();
    await seen(says('User has been updated'));
    expect(await clusterRolesOf('remote')).toEqual(['Editor']);
    await failNext('GET', '**/api/v1/roles/search/by-user/*');
    await at.page.reload();
    await act('remote', 'Edit User');
    await seen(dialog().getByText("Unable to fetch this user's roles."));
  });

  test('[ADMIN-015, ADMIN-055] Manage Groups puts a user into groups and takes him out of others', async () => {
    await makeUser('mover');
    await makeGroup('Before', 'mover');
    await makeGroup('After');
    await at.visitor.signIn('/admin/user-management?name=mover');
    await button('Actions of mover').click();
    expect(await at.page.getByRole('menuitem').allTextContents()).toEqual([
      'Edit User',
      'Manage Groups',
      'Link with Agent UID/GID',
      'Deactivate',
    ]);
    await at.page.getByRole('menuitem', { name: 'Manage Groups' }).click();
    await seen(dialog().getByText('Before', { exact: true }));
    await dialog().locator('.mantine-Pill-remove').click();
    await choose('Groups', 'After');
    await failNext('PATCH', '**/api/v1/users/assignments');
    await save().click();
    await seen(dialog().getByRole('alert').filter({ hasText: 'Error adding user to groups' }));
    await save().click();
    await seen(says('User has been updated'));
    expect(await groupsOf('mover')).toEqual(['After']);
  });

  test('[ADMIN-011, ADMIN-012, ADMIN-018, ADMIN-063, ADMIN-065] several go into groups and get roles together', async () => {
    for (const name of ['many-a', 'many-b']) await makeUser(name);
    await makeGroup('Together');
    await at.visitor.signIn('/admin/user-management?name=many');
    const chosen = async () => {
      for (const name of ['many-a', 'many-b'])
        await main()
          .getByRole('checkbox', { name: `Select ${name}` })
          .check();
      await main().getByRole('button', { name: 'Actions', exact: true }).click();
    };
    await chosen();
    expect(await at.page.getByRole('menuitem').allTextContents()).toEqual([
      'Add to Groups',
      'Set Roles',
      'Change Status',
    ]);
    await at.page.getByRole('menuitem', { name: 'Add to Groups' }).click();
    await save().click();
    await seen(dialog().getByText('This field is required'));
    await choose('Groups', 'Toge', 'Together');
    await save().click();
    await seen(says('Successfully added to groups'));
    expect(await membersOf('Together')).toEqual(['many-a', 'many-b']);
    await chosen();
    await at.page.getByRole('menuitem', { name: 'Set Roles' }).click();
    await choose('Global Roles', 'Viewer');
    await save().click();
    await seen(says('Successfully set roles'));
    // Without the right to give roles, and where accounts are kept elsewhere.
    await at.page.route('**/api/v1/permissions/summary', async (route) => {
      const reply = await route.fetch();
      const text = (await reply.text()).replaceAll('PERMISSION_TYPE_ASSIGN_ROLES', 'PERMISSION_TYPE_UNSPECIFIED');
      await route.fulfill({ response: reply, body: text });
    });
    await at.page.reload();
    await chosen();
    expect(await at.page.getByRole('menuitem').allTextContents()).toEqual(['Add to Groups', 'Change Status']);
    await at.page.unrouteAll();
    await at.page.route('**/api/v1/master', async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, json: { ...(await reply.json()), userManagementEnabled: false } });
    });
    await at.page.reload();
    await chosen();
    expect(await at.page.getByRole('menuitem').allTextContents()).toEqual(['Set Roles', 'Change Status']);
    await at.page.keyboard.press('Escape');
    await gone(at.page.getByRole('menu'));
    expect(await main().getByRole('button', { name: 'Add User' }).count()).toBe(0);
    await button('Actions of many-a').click();
    expect(await at.page.getByRole('menuitem').allTextContents()).toEqual(['View User']);
    await at.page.getByRole('menuitem', { name: 'View User' }).click();
    await seen(dialog());
    expect(await dialog().getByRole('textbox').first().isDisabled()).toBe(true);
    expect(await dialog().getByRole('button', { name: 'Save' }).count()).toBe(0);
    for (const name of ['many-a', 'many-b'])
      await eventually(`roles of ${name}`, async () => (await clusterRolesOf(name)).includes('Viewer'));
  });
});
