import { createGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import { assignRolesRoute, removeAssignmentsRoute } from '@determined/contract/identity/roles-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { Poll } from '../support/polls.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });

const main = () => at.page.getByRole('main');
const admin = () => at.cluster.admin.client;
const [workspaceAdmin, workspaceCreator, viewer] = [2, 3, 4];
const assigned = (userId: number, roleId: number, scopeWorkspaceId?: number) => ({
  userRoleAssignments: [{ userId, roleAssignment: { role: { roleId }, scopeWorkspaceId } }],
});
const give = (...given: [number, number, number?]) => admin().call(assignRolesRoute, assigned(...given));
const take = (...given: [number, number, number?]) => admin().call(removeAssignmentsRoute, assigned(...given));

test('[RBAC-014] what roles one has is asked every two minutes', async () => {
  await Poll.withoutLiveHints(at.page);
  const summary = new Poll(at.page, ({ pathname }) => pathname === '/api/v1/permissions/summary');
  await at.visitor.signIn('/dashboard');
  await at.visitor.pageNamed('Home');
  await summary.comesEvery(120);
});

test('[ADMIN-070] users are asked for once a minute', async () => {
  await Poll.withoutLiveHints(at.page);
  const users = new Poll(
    at.page,
    ({ pathname, searchParams }) => pathname === '/api/v1/users' && searchParams.get('limit') === '10',
  );
  await at.visitor.signIn('/admin/user-management');
  await seen(main().getByRole('row').filter({ hasText: 'admin' }));
  await users.comesEvery(60);
});

test('[RBAC-009] who owns a workspace gives roles in it, whatever his own role there', async () => {
  const [owner, other] = [await at.cluster.newUser(), await at.cluster.newUser()];
  await give(owner.id, workspaceCreator);
  const id = (await owner.client.call(postWorkspaceRoute, { name: 'Owned' })).workspace?.id ?? 0;
  await take(owner.id, workspaceAdmin, id);
  for (const user of [owner, other]) await give(user.id, viewer, id);
  const add = main().getByRole('button', { name: 'Add Members' });
  await at.visitor.signIn(`/workspaces/${id}/members`, other.username);
  await seen(main().getByRole('row').filter({ hasText: owner.username }));
  expect(await add.count()).toBe(0);
  await at.visitor.loseSession();
  await at.visitor.signIn(`/workspaces/${id}/members`, owner.username);
  await seen(add);
});

test('[RBAC-006] groups are looked at without a right of their own; what changes them is off and says what it needs', async () => {
  await admin().call(createGroupRoute, { name: 'Looked at', addUsers: [at.cluster.admin.id] });
  await at.page.route('**/api/v1/permissions/summary', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('PERMISSION_TYPE_UPDATE_GROUP', 'PERMISSION_TYPE_UNSPECIFIED');
    await route.fulfill({ response, body });
  });
  await at.visitor.signIn('/admin/user-management');
  const tabs = at.page.getByRole('navigation', { name: 'Admin Settings' });
  await tabs.getByRole('link', { name: /^Groups/ }).click();
  const group = main().getByRole('row').filter({ hasText: 'Looked at' });
  await seen(group.getByText('1', { exact: true }));
  const make = at.page.getByRole('banner').getByRole('button', { name: 'New Group' });
  expect(await make.getAttribute('aria-disabled')).toBe('true');
  await make.hover();
  const needs =
    'Needs UPDATE_GROUP for the whole cluster: an administrator of the cluster can give you a role with it.';
  await seen(at.page.getByRole('tooltip', { name: needs }));
  await group.getByRole('button', { name: 'Actions of Looked at' }).click();
  const items = at.page.getByRole('menuitem');
  await seen(items.filter({ hasText: 'Delete Group' }));
  expect(await items.allTextContents()).toEqual(
    ['Edit Group', 'Add Members to Group', 'Delete Group'].map((action) => `${action}${needs}`),
  );
  await items.filter({ hasText: 'Delete Group' }).click({ force: true });
  await gone(at.page.getByRole('menu'));
  expect(await at.page.getByRole('dialog').count()).toBe(0);
});
