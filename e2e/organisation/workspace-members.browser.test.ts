import { createGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import {
  assignRolesRoute,
  getGroupsAndUsersAssignedToWorkspaceRoute,
} from '@determined/contract/identity/roles-routes.ts';
import { patchUserRoute, postUserRoute } from '@determined/contract/identity/users-routes.ts';
import { archiveWorkspaceRoute, postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { devPassword } from '@determined/dev-cluster/dev-cluster.ts';
import { beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });

const main = () => at.page.getByRole('main');
const dialog = () => at.page.getByRole('dialog');
const row = (name: string) => main().getByRole('row').filter({ hasText: name });
const roleOf = (name: string) => main().getByRole('combobox', { name: `Role of ${name}`, exact: true });
const admin = () => at.cluster.admin.client;
const editor = 5;
const viewer = 4;

const ids = new Map<string, number>();
const idOf = (name: string) => ids.get(name) ?? 0;
async function makeUser(username: string, displayName = ''): Promise<void> {
  const reply = await admin().call(postUserRoute, {
    user: { active: true, username, displayName },
    password: devPassword,
  });
  ids.set(username, reply.user?.id ?? 0);
}
async function makeWorkspace(name: string): Promise<number> {
  return (await admin().call(postWorkspaceRoute, { name })).workspace?.id ?? 0;
}
const give = (userId: number, roleId: number, scopeWorkspaceId: number) =>
  admin().call(assignRolesRoute, {
    userRoleAssignments: [{ userId, roleAssignment: { role: { roleId }, scopeWorkspaceId } }],
  });

/** Names of the roles that a user or group was given here, from the server. */
async function rolesHere(workspaceId: number, who: { userId: number } | { groupId: number }): Promise<string[]> {
  const { assignments } = await admin().call(getGroupsAndUsersAssignedToWorkspaceRoute, { workspaceId });
  return assignments.flatMap(({ role, userRoleAssignments, groupRoleAssignments }) => {
    const has =
      'userId' in who
        ? userRoleAssignments.some(({ userId }) => userId === who.userId)
        : groupRoleAssignments.some(({ groupId }) => groupId === who.groupId);
    return has ? (role?.name ?? '') : [];
  });
}

/** The next such call is answered by a failure. */
async function failNext(path: string): Promise<void> {
  let failed = false;
  await at.page.route(path, (route) => {
    if (failed) return route.fallback();
    failed = true;
    return route.fulfill({ status: 500, json: { error: { code: 13, reason: 'Internal', error: 'out of order' } } });
  });
}

let vision = 0;
beforeAll(async () => {
  await makeUser('grace', 'Rear Admiral');
  for (const name of ['mina', 'ken', 'left']) await makeUser(name);
  const { group } = await admin().call(createGroupRoute, { name: 'Vision team', addUsers: [idOf('mina')] });
  ids.set('Vision team', group?.groupId ?? 0);
  vision = await makeWorkspace('Vision');
  await give(idOf('ken'), viewer, vision);
  await give(idOf('left'), viewer, vision);
  await admin().call(patchUserRoute, { userId: idOf('left'), user: { active: false } });
});

test('[WS-026, WS-028, WS-032, WS-039, WS-052] members are a tab with name, role and actions; who is deactivated is left out', async () => {
  await at.visitor.signIn(`/workspaces/${vision}`);
  const tabs = at.page.getByRole('navigation', { name: 'Parts of Vision' });
  await seen(tabs.getByRole('link', { name: /^Projects/ }).and(at.page.locator('[aria-current=page]')));
  await seen(main().getByText('Workspace contains no projects.'));
  const before = await at.page.evaluate('history.length');
  await tabs.getByRole('link', { name: /^Members/ }).click();
  await seen(row('ken'));
  expect(at.visitor.place).toBe(`/workspaces/${vision}/members`);
  expect(await at.page.evaluate('history.length')).toBe(before);
  const heads = await main().getByRole('table').first().getByRole('columnheader').allTextContents();
  expect(heads).toEqual(['Name', 'Role', 'Where it comes from', 'Actions']);
  expect(await roleOf('ken').locator('option:checked').textContent()).toBe('Viewer');
  expect(await row('left').count()).toBe(0);
});

test('[WS-043, WS-044, WS-045, WS-046, WS-047, WS-048, WS-053, WS-055] members are added with a role, Editor unless another is chosen', async () => {
  await at.visitor.signIn(`/workspaces/${vision}/members`);
  const groups = at.page.waitForRequest((request) => request.url().endsWith('/api/v1/groups/search'));
  await main().getByRole('button', { name: 'Add Members' }).click();
  expect((await groups).postDataJSON()).toMatchObject({ limit: 500 });
  const role = dialog().getByRole('combobox', { name: 'Role' });
  await expect.poll(() => role.locator('option:checked').textContent()).toBe('Editor');
  const submit = dialog().getByRole('button', { name: 'Add Members' });
  await role.selectOption('');
  await submit.click();
  await seen(dialog().getByText('User or group is required'));
  const errors = await dialog().locator('.mantine-InputWrapper-error').allTextContents();
  expect(errors).toEqual(['User or group is required ', 'Role is required ']);
  await role.selectOption('Editor');
  const field = dialog().getByLabel(/^Users or Groups( \*)?$/);
  const option = (name: string) => at.page.getByRole('option', { name, exact: true });
  // By display name and by username, whatever the case.
  for (const typed of ['rear ADM', 'GRA']) {
    await field.fill(typed);
    await seen(option('Rear Admiral (grace)'));
    await gone(option('mina'));
  }
  await option('Rear Admiral (grace)').click();
  await field.fill('vision TE');
  await option('Vision team').click();
  await failNext('**/api/v1/roles/add-assignments');
  await submit.click();
  await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to add user or group to workspace.' }));
  await submit.click();
  await gone(dialog());
  await seen(roleOf('Vision team'));
  expect(await rolesHere(vision, { userId: idOf('grace') })).toEqual(['Editor']);
  expect(await rolesHere(vision, { groupId: idOf('Vision team') })).toEqual(['Editor']);
  // Through the group: shown, and not changed here.
  const mina = row('mina');
  await seen(mina.getByText('from group Vision team'));
  expect(await mina.getByRole('combobox').count()).toBe(0);
});

test('[WS-051, WS-057] another role is added before the old one is taken, and comes back by Undo', async () => {
  const id = await makeWorkspace('Speech');
  await give(idOf('ken'), viewer, id);
  await at.visitor.signIn(`/workspaces/${id}/members`);
  const sent: string[] = [];
  at.page.on('request', (request) => {
    const [, call] = /\/roles\/(add|remove)-assignments$/.exec(request.url()) ?? [];
    if (call) sent.push(`${call} ${request.postDataJSON().userRoleAssignments[0].roleAssignment.role.roleId}`);
  });
  await failNext('**/api/v1/roles/add-assignments');
  await roleOf('ken').selectOption('Editor');
  await seen(at.page.getByRole('alert').filter({ hasText: 'Unable to update role of user or group.' }));
  expect(await rolesHere(id, { userId: idOf('ken') })).toEqual(['Viewer']);
  await expect.poll(() => roleOf('ken').locator('option:checked').textContent()).toBe('Viewer');
  sent.length = 0;
  await roleOf('ken').selectOption('Editor');
  await seen(at.page.getByText('ken is Editor now'));
  expect(sent).toEqual([`add ${editor}`, `remove ${viewer}`]);
  expect(await rolesHere(id, { userId: idOf('ken') })).toEqual(['Editor']);
  await at.page.getByRole('button', { name: 'Undo' }).click();
  await seen(at.page.getByText('ken is Viewer now'));
  expect(await rolesHere(id, { userId: idOf('ken') })).toEqual(['Viewer']);
});

test('[WS-043, WS-054, WS-056] taking a member out says that nothing is deleted and access is lost', async () => {
  const id = await makeWorkspace('Ranking');
  await give(idOf('ken'), viewer, id);
  await at.visitor.signIn(`/workspaces/${id}/members`);
  await main().getByRole('button', { name: 'Actions of ken' }).click();
  await at.page.getByRole('menuitem', { name: 'Remove' }).click();
  const ask = at.page.getByRole('alertdialog');
  await seen(ask.getByText(/Nothing will be deleted\. ken loses the access to this workspace/));
  await failNext('**/api/v1/roles/remove-assignments');
  const remove = ask.getByRole('button', { name: 'Remove', exact: true });
  await remove.click();
  await seen(ask.getByRole('alert').filter({ hasText: 'Unable to remove user or group from workspace.' }));
  await remove.click();
  await gone(ask);
  await gone(row('ken'));
  expect(await rolesHere(id, { userId: idOf('ken') })).toEqual([]);
});

test('[WS-040, RBAC-008] who may give roles in one workspace adds members there and nowhere else, and to no archived or fixed one', async () => {
  const [own, other] = [await makeWorkspace('Own'), await makeWorkspace('Other')];
  const workspaceAdmin = 2;
  await give(idOf('grace'), workspaceAdmin, own);
  await give(idOf('grace'), viewer, other);
  const add = main().getByRole('button', { name: 'Add Members' });
  await at.visitor.signIn(`/workspaces/${own}/members`, 'grace');
  await seen(add);
  await at.visitor.open(`/workspaces/${other}/members`);
  await seen(row('Rear Admiral').getByText('Viewer'));
  expect(await add.count()).toBe(0);
  expect(
    await main()
      .getByRole('combobox', { name: /^Role of/ })
      .count(),
  ).toBe(0);
  await admin().call(archiveWorkspaceRoute, { id: own });
  await at.visitor.open(`/workspaces/${own}/members`);
  await seen(row('Rear Admiral'));
  expect(await add.count()).toBe(0);
  await give(idOf('grace'), workspaceAdmin, 1);
  await at.visitor.open('/workspaces/1/members');
  await seen(row('Rear Admiral'));
  expect(await add.count()).toBe(0);
});

test('who has a role for the whole cluster is shown, with what it lets one do, and not changed here', async () => {
  const id = await makeWorkspace('Shared by all');
  const [restricted, workspaceCreator] = [7, 3];
  const everywhere = (roleId: number) => ({ roleAssignment: { role: { roleId } } });
  const { group } = await admin().call(createGroupRoute, { name: 'Operators', addUsers: [idOf('mina')] });
  await admin().call(assignRolesRoute, {
    userRoleAssignments: [{ userId: idOf('ken'), ...everywhere(workspaceCreator) }],
    groupRoleAssignments: [{ groupId: group?.groupId ?? 0, ...everywhere(restricted) }],
  });
  await give(idOf('mina'), viewer, id);
  await at.visitor.signIn(`/workspaces/${id}/members`, 'mina');
  const whole = row('whole cluster');
  await expect.poll(() => whole.allTextContents()).toHaveLength(3);
  const cells = await whole.evaluateAll((rows) =>
    rows.map((one) => [...one.querySelectorAll('td')].slice(0, 3).map((cell) => cell.textContent)),
  );
  expect(cells).toEqual([
    [expect.stringMatching(/admin$/), 'ClusterAdmin', 'whole cluster'],
    [expect.stringMatching(/mina$/), 'EditorRestricted', 'whole cluster, from group Operators'],
    [expect.stringMatching(/Operators1 member$/), 'EditorRestricted', 'whole cluster'],
  ]);
  expect(await whole.getByRole('button').count()).toBe(0);
  const access = main().getByRole('region', { name: 'Who can see and do what here' });
  await seen(access.getByText('You are Viewer given here, EditorRestricted (whole cluster, from group Operators)'));
  const heads = await access.getByRole('columnheader').allTextContents();
  expect(heads.slice(0, 3)).toEqual(['May', 'ClusterAdmin', 'Editor']);
});

test('[WS-041, WS-042] members are searched, shown by ten, and the filter is cleared', async () => {
  const id = await makeWorkspace('Crowded');
  for (const letter of 'abcdefghijkl') {
    await makeUser(`crowd-${letter}`);
    await give(idOf(`crowd-${letter}`), viewer, id);
  }
  await at.visitor.signIn(`/workspaces/${id}/members`);
  const names = main().getByRole('combobox', { name: /^Role of/ });
  await seen(main().getByText(/^1–10 of \d+$/));
  expect(await names.count()).toBe(10);
  const search = main().getByRole('searchbox', { name: 'Search members' });
  await search.fill('CROWD-C');
  await expect.poll(() => names.count()).toBe(1);
  await main().getByRole('button', { name: 'Clear Filter' }).click();
  await expect.poll(() => names.count()).toBe(10);
  expect(await search.inputValue()).toBe('');
  expect(at.visitor.place).toBe(`/workspaces/${id}/members`);
});
