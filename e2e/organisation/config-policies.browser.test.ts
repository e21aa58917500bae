import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import {
  getGlobalConfigPoliciesRoute,
  getWorkspaceConfigPoliciesRoute,
} from '@determined/contract/organisation/config-policies-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });

const main = () => at.page.getByRole('main');
const button = (name: string) => main().getByRole('button', { name, exact: true });
const isOff = async (name: string) => (await button(name).getAttribute('aria-disabled')) === 'true';
const editor = (label: string) => main().getByRole('textbox', { name: label });
const admin = () => at.cluster.admin.client;
const viewer = 4;
let vision = 0;

async function write(label: string, text: string): Promise<void> {
  await editor(label).click();
  await at.page.keyboard.press('ControlOrMeta+A');
  await at.page.keyboard.insertText(text);
}

beforeAll(async () => {
  vision = (await admin().call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
});

test('policies of a workspace are written, refused where they are wrong, applied and deleted', async () => {
  await at.visitor.signIn(`/workspaces/${vision}`);
  await at.page.getByRole('link', { name: 'Config Policies' }).click();
  await expect.poll(() => at.visitor.place).toBe(`/workspaces/${vision}/config-policies`);
  const label = 'Policies of Vision for experiments';
  await seen(main().getByText('None yet.'));
  expect([await isOff('Apply'), await isOff('Delete')]).toEqual([true, true]);
  await write(label, 'constraints:\n\tpriority_limit: 20\n');
  await seen(main().getByText('Invalid YAML on line 2.', { exact: false }));
  expect(await isOff('Apply')).toBe(true);
  await write(label, 'constraint:\n  priority_limit: 20\n');
  await button('Apply').click();
  await seen(main().getByRole('alert').filter({ hasText: 'constraint' }));
  await write(label, 'constraints:\n  resources:\n    max_slots: 8\n');
  await seen(main().getByText('Changed here, not applied yet.'));
  await button('Apply').click();
  await seen(main().getByText('As they hold now.'));
  const stored = async (workloadType: string) =>
    (await admin().call(getWorkspaceConfigPoliciesRoute, { workspaceId: vision, workloadType })).configPolicies;
  expect(await stored('EXPERIMENT')).toEqual({ constraints: { resources: { max_slots: 8 } } });
  // Those for tasks are others.
  await main().getByRole('radio', { name: 'Tasks' }).check();
  await seen(editor('Policies of Vision for tasks'));
  await seen(main().getByText('None yet.'));
  expect(await stored('NTSC')).toEqual({});
  await main().getByRole('radio', { name: 'Experiments' }).check();
  await expect.poll(() => editor(label).textContent()).toContain('max_slots: 8');
  await button('Delete').click();
  await at.page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await seen(main().getByText('None yet.'));
  expect(await stored('EXPERIMENT')).toEqual({});
});

test('policies of the cluster stand in Admin Settings', async () => {
  await at.visitor.signIn('/admin/user-management');
  await at.page.getByRole('link', { name: 'Config Policies' }).click();
  await write('Policies of the cluster for experiments', 'invariant_config:\n  max_restarts: 2\n');
  await button('Apply').click();
  await seen(main().getByText('As they hold now.'));
  const { configPolicies } = await admin().call(getGlobalConfigPoliciesRoute, { workloadType: 'EXPERIMENT' });
  expect(configPolicies).toEqual({ invariant_config: { max_restarts: 2 } });
});

test('who may only look sees them, and why he changes nothing', async () => {
  const { id, username } = await at.cluster.newUser();
  await admin().call(assignRolesRoute, {
    userRoleAssignments: [{ userId: id, roleAssignment: { role: { roleId: viewer }, scopeWorkspaceId: vision } }],
  });
  await at.visitor.signIn(`/workspaces/${vision}/config-policies`, username);
  await seen(editor('Policies of Vision for experiments'));
  expect(await editor('Policies of Vision for experiments').getAttribute('aria-readonly')).toBe('true');
  expect(await isOff('Apply')).toBe(true);
  await button('Apply').click({ force: true });
  await seen(at.page.getByRole('tooltip', { name: /^Needs MODIFY_WORKSPACE_CONFIG_POLICIES .*in this workspace: / }));
  await gone(at.page.getByRole('alertdialog'));
});
