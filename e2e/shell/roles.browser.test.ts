import { assignRolesRoute, removeAssignmentsRoute } from '@determined/contract/identity/roles-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });

const [viewer, editor, workspaceCreator] = [4, 5, 3];
const admin = () => at.cluster.admin.client;
const assigned = (userId: number, roleId: number, scopeWorkspaceId?: number) =>
  ({ userRoleAssignments: [{ userId, roleAssignment: { role: { roleId }, scopeWorkspaceId } }] }) as never;
const give = (...given: [number, number, number?]) => admin().call(assignRolesRoute, assigned(...given));
const take = (...given: [number, number, number?]) => admin().call(removeAssignmentsRoute, assigned(...given));
const makeWorkspace = async (name: string) => (await admin().call(postWorkspaceRoute, { name })).workspace?.id ?? 0;

test('[SHELL-005, SHELL-073, SHELL-081, RBAC-013] the side bar has what one’s roles open, and Home comes first', async () => {
  const user = await at.cluster.newUser();
  await at.visitor.signIn('/', user.username);
  await at.page.waitForURL(/\/det\/dashboard$/);
  const bar = at.page.getByRole('navigation', { name: 'Main' });
  await seen(bar.getByRole('link', { name: 'Home' }));
  const uncategorized = bar.getByRole('link', { name: 'Uncategorized' });
  const make = at.page.getByRole('button', { name: 'New Workspace' });
  await gone(uncategorized);
  await gone(make);
  // A new role counts at once, and so does its end.
  await give(user.id, viewer, 1);
  await seen(uncategorized);
  await give(user.id, workspaceCreator);
  await expect.poll(() => make.count()).toBeGreaterThan(0);
  await take(user.id, viewer, 1);
  await gone(uncategorized);
});

test('[RBAC-007, RBAC-008] a role on a workspace counts there alone, one for the cluster everywhere', async () => {
  const [one, other] = [await makeWorkspace('One'), await makeWorkspace('Other')];
  const user = await at.cluster.newUser();
  await give(user.id, editor, one);
  await give(user.id, viewer, other);
  const make = at.page.getByRole('banner').getByRole('button', { name: 'New Project' });
  const off = at.page.locator('[aria-disabled]');
  await at.visitor.signIn(`/workspaces/${one}`, user.username);
  await at.visitor.pageNamed('One');
  await seen(make);
  expect(await make.getAttribute('aria-disabled')).toBeNull();
  await at.visitor.open(`/workspaces/${other}`);
  await at.visitor.pageNamed('Other');
  await seen(make.and(off));
  await give(user.id, editor);
  await gone(off);
  await seen(make);
  await take(user.id, editor);
  await seen(make.and(off));
});
