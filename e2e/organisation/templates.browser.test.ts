import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import { getTemplateRoute, postTemplateRoute } from '@determined/contract/organisation/templates-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { fail } from '../support/failing-call.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });

const main = () => at.page.getByRole('main');
const dialog = () => at.page.getByRole('dialog');
const editor = () => dialog().getByRole('textbox', { name: 'Config' });
const save = () => dialog().getByRole('button', { name: 'Save Template' });
const isOff = async () => (await save().getAttribute('aria-disabled')) === 'true';
const create = () => at.page.getByRole('banner').getByRole('button', { name: 'New Template' });
const row = (name: string) => main().getByRole('row').filter({ hasText: name });
const link = (name: string) => at.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
const admin = () => at.cluster.admin.client;
const [workspaceEditor, viewer] = [5, 4];

let [vision, speech] = [0, 0];
const made = (name: string, workspaceId: number, config: Record<string, unknown> = { max_restarts: 2 }) =>
  admin().call(postTemplateRoute, { template: { name, workspaceId, config } });
const stored = async (templateName: string) => (await admin().call(getTemplateRoute, { templateName })).template;

async function act(name: string, action: string): Promise<void> {
  await main()
    .getByRole('button', { name: `Actions of ${name}` })
    .click();
  await at.page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** In place of all that stands there. */
async function write(text: string): Promise<void> {
  await editor().click();
  await at.page.keyboard.press('ControlOrMeta+A');
  await at.page.keyboard.insertText(text);
}

beforeAll(async () => {
  vision = (await admin().call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  speech = (await admin().call(postWorkspaceRoute, { name: 'Speech' })).workspace?.id ?? 0;
});

test('[SHELL-023, SHELL-076, TMPL-001, TMPL-003, WS-031] stands with its switch alone: page, side bar, tab of a workspace', async () => {
  await at.visitor.signIn('/dashboard');
  await at.visitor.open('/templates?f_task_templates=off');
  await at.visitor.pageNamed('Page not found');
  expect(await link('Templates').count()).toBe(0);
  await at.visitor.open(`/workspaces/${vision}?f_task_templates=off`);
  await seen(at.page.getByRole('link', { name: /^Members/ }));
  expect(await at.page.getByRole('link', { name: 'Templates' }).count()).toBe(0);
  await at.visitor.open('/dashboard?f_task_templates=on');
  await link('Templates').click();
  await at.visitor.pageNamed('Manage Templates');
  await seen(main().getByText('No Template Configured'));
  await at.visitor.open(`/workspaces/${vision}`);
  await at.page.getByRole('navigation', { name: 'Parts of Vision' }).getByRole('link', { name: 'Templates' }).click();
  await expect.poll(() => at.visitor.place).toBe(`/workspaces/${vision}/templates`);
  await seen(main().getByText('No Template Configured'));
});

test('[TMPL-002, TMPL-008, TMPL-009, TMPL-010, TMPL-011, TMPL-012, TMPL-015] New Template makes one, once all is as it must be', async () => {
  await at.visitor.signIn('/templates');
  await create().click();
  const name = dialog().getByRole('textbox', { name: 'Name' });
  const workspace = dialog().getByRole('combobox', { name: 'Workspace' });
  expect(await isOff()).toBe(true);
  await workspace.focus();
  await seen(dialog().getByText('Name is required.', { exact: true }));
  await name.fill('gpu-default');
  await workspace.focus();
  await editor().click();
  await seen(dialog().getByText('Workspace is required', { exact: true }));
  await workspace.selectOption('Vision');
  await workspace.focus();
  await seen(dialog().getByText('Template content is required', { exact: true }));
  await write('resources:\n  slots_per_trial: 8\nbind_mounts:\n\t- host_path: /shared\n');
  await seen(dialog().getByText('Invalid YAML on line 4.', { exact: false }));
  expect(await dialog().locator('.cm-wrong').textContent()).toContain('host_path');
  await seen(dialog().getByText('1 thing to fix'));
  expect(await isOff()).toBe(true);
  await write('resources:\n  slots_per_trial: 8\n');
  await gone(dialog().locator('.cm-wrong'));
  await expect.poll(isOff).toBe(false);
  const works = await fail(at.page, 'POST', '**/api/v1/templates/*');
  await save().click();
  await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to manage template.' }));
  await works();
  await save().click();
  await seen(row('gpu-default'));
  expect(await stored('gpu-default')).toEqual({
    name: 'gpu-default',
    workspaceId: vision,
    config: { resources: { slots_per_trial: 8 } },
  });
});

test('keys of the configuration are offered where they belong', async () => {
  await at.visitor.signIn('/templates');
  await create().click();
  await editor().click();
  await at.page.keyboard.type('reso');
  await seen(dialog().getByRole('option', { name: 'resources' }));
  // Escape takes the list away, not the dialog.
  await at.page.keyboard.press('Escape');
  await gone(dialog().locator('.cm-tooltip'));
  await at.page.keyboard.type('urces:\n  slots_p');
  await dialog().getByRole('option', { name: 'slots_per_trial' }).click();
  await at.page.keyboard.type('4');
  await expect.poll(() => editor().textContent()).toBe('resources:  slots_per_trial: 4');
  // As any field it is left by Tab.
  await at.page.keyboard.press('Tab');
  await expect
    .poll(() =>
      dialog()
        .getByRole('button', { name: 'Cancel' })
        .evaluate((one) => one.matches(':focus')),
    )
    .toBe(true);
});

test('[TMPL-013, TMPL-016, TMPL-017] is renamed, changed and deleted', async () => {
  await made('before', vision);
  await made('in-the-way', vision);
  await at.visitor.signIn('/templates');
  await act('before', 'Edit Template');
  const name = dialog().getByRole('textbox', { name: 'Name' });
  await name.fill('in-the-way');
  await write('max_restarts: 7\n');
  await save().click();
  await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to manage template.' }));
  await name.fill('after');
  await save().click();
  await seen(row('after'));
  await gone(row('before'));
  expect(await stored('after')).toMatchObject({ workspaceId: vision, config: { max_restarts: 7 } });
  const works = await fail(at.page, 'DELETE', '**/api/v1/templates/*');
  await act('after', 'Delete Template');
  const confirm = at.page.getByRole('alertdialog');
  await confirm.getByRole('button', { name: 'Delete Template' }).click();
  await seen(confirm.getByRole('alert').filter({ hasText: 'Unable to delete template.' }));
  await works();
  await confirm.getByRole('button', { name: 'Delete Template' }).click();
  await gone(row('after'));
  const list = '**/api/v1/templates?*';
  await fail(at.page, 'GET', list);
  await at.page.reload();
  const failure = main().getByRole('alert').filter({ hasText: 'Unable to fetch templates.' });
  await seen(failure);
  await at.page.unroute(list);
  await failure.getByRole('button', { name: 'Retry' }).click();
  await seen(row('in-the-way'));
});

test('[TMPL-004, TMPL-005, TMPL-006, TMPL-007, TMPL-014] who may look, may look; who may make them in one workspace, makes them there', async () => {
  await made('of-vision', vision, { description: 'to look at' });
  await made('of-speech', speech);
  const { id, username } = await at.cluster.newUser();
  const give = (roleId: number, scopeWorkspaceId: number) =>
    admin().call(assignRolesRoute, {
      userRoleAssignments: [{ userId: id, roleAssignment: { role: { roleId }, scopeWorkspaceId } }],
    });
  await give(viewer, vision);
  await at.visitor.signIn('/templates', username);
  await seen(row('of-vision'));
  expect(await row('of-speech').count()).toBe(0);
  expect(await create().getAttribute('aria-disabled')).toBe('true');
  await main().getByRole('button', { name: 'Actions of of-vision' }).click();
  for (const [action, permission] of [
    ['Edit Template', 'UPDATE_TEMPLATES'],
    ['Delete Template', 'DELETE_TEMPLATES'],
  ] as const) {
    const entry = at.page.getByRole('menuitem', { name: action });
    expect(await entry.getAttribute('aria-disabled')).toBe('true');
    expect(await entry.textContent()).toContain(`Needs ${permission} in this workspace`);
  }
  await at.page.getByRole('menuitem', { name: 'View Template' }).click();
  await expect.poll(() => editor().textContent()).toContain('description: to look at');
  expect(await editor().getAttribute('aria-readonly')).toBe('true');
  expect(await save().count()).toBe(0);
  await dialog().getByRole('button', { name: 'Close' }).last().click();

  await give(workspaceEditor, speech);
  await at.visitor.open(`/workspaces/${speech}/templates`);
  await seen(row('of-speech'));
  expect(await row('of-vision').count()).toBe(0);
  await create().click();
  const workspace = dialog().getByRole('combobox', { name: 'Workspace' });
  expect(await workspace.isDisabled()).toBe(true);
  expect(await workspace.inputValue()).toBe(String(speech));
  await dialog().getByRole('textbox', { name: 'Name' }).fill('made-here');
  await write('max_restarts: 1');
  await save().click();
  await seen(row('made-here'));
  expect(await stored('made-here')).toMatchObject({ workspaceId: speech });
  await at.visitor.open('/templates');
  await create().click();
  const offered = dialog().getByRole('combobox', { name: 'Workspace' }).getByRole('option');
  await expect.poll(() => offered.allTextContents()).toEqual(['Choose…', 'Speech']);
});

test('is searched by name, and by workspace', async () => {
  await made('looked-for', vision);
  await at.visitor.signIn('/templates');
  await main().getByRole('searchbox', { name: 'Search templates' }).fill('LOOKED');
  await seen(row('looked-for'));
  await gone(row('in-the-way'));
  expect(at.visitor.place).toBe('/templates?name=LOOKED');
  await at.visitor.open(`/templates?workspace=${speech}`);
  await seen(row('of-speech'));
  expect(await row('looked-for').count()).toBe(0);
});
