import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import type { PostModelRequest } from '@determined/contract/registry/models-generated.ts';
import { archiveModelRoute, getModelRoute, postModelRoute } from '@determined/contract/registry/models-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { fail } from '../support/failing-call.ts';
import { hold } from '../support/held-call.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });

const main = () => at.page.getByRole('main');
const dialog = () => at.page.getByRole('dialog');
const row = (name: string) => main().getByRole('row').filter({ hasText: name });
const cells = (name: string) => row(name).getByRole('gridcell').allInnerTexts();
const names = async () => (await main().getByRole('row').allInnerTexts()).slice(1).map((text) => text.split('\n')[0]);
const create = () => at.page.getByRole('banner').getByRole('button', { name: 'New Model' });
const admin = () => at.cluster.admin.client;
const [workspaceEditor, viewer] = [5, 4];
const list = '**/api/v1/models?*';

let [vision, speech] = [0, 0];
const made = async (name: string, workspaceId: number, more: Partial<PostModelRequest> = {}) =>
  (await admin().call(postModelRoute, { name, workspaceId, ...more })).model;
const stored = async (modelName: string) => (await admin().call(getModelRoute, { modelName })).model;

async function newcomer(roles: readonly [roleId: number, workspaceId: number][]): Promise<string> {
  const { id, username } = await at.cluster.newUser();
  await admin().call(assignRolesRoute, {
    userRoleAssignments: roles.map(([roleId, scopeWorkspaceId]) => ({
      userId: id,
      roleAssignment: { role: { roleId }, scopeWorkspaceId },
    })),
  });
  return username;
}

async function menu(name: string): Promise<void> {
  await main()
    .getByRole('button', { name: `Actions of ${name}` })
    .click();
}
async function act(name: string, action: string): Promise<void> {
  await menu(name);
  await at.page.getByRole('menuitem', { name: action, exact: true }).click();
}
async function choose(filter: string, value: string): Promise<void> {
  await main()
    .getByRole('button', { name: new RegExp(`^${filter}`) })
    .click();
  await at.page.getByRole('menuitemcheckbox', { name: value, exact: true }).click();
  await at.page.keyboard.press('Escape');
}

beforeAll(async () => {
  vision = (await admin().call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  speech = (await admin().call(postWorkspaceRoute, { name: 'Speech' })).workspace?.id ?? 0;
});

test('[SHELL-020, SHELL-074, MODEL-001, MODEL-005] stands in the side bar and in each workspace, and says so where it is empty', async () => {
  await at.visitor.signIn('/dashboard');
  await at.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Model Registry' }).click();
  await at.visitor.pageNamed('Model Registry');
  expect(at.visitor.place).toBe('/models');
  await seen(main().getByText('No Models Registered'));
  await at.visitor.open(`/workspaces/${vision}`);
  await at.page
    .getByRole('navigation', { name: 'Parts of Vision' })
    .getByRole('link', { name: 'Model Registry' })
    .click();
  await expect.poll(() => at.visitor.place).toBe(`/workspaces/${vision}/models`);
  await seen(main().getByText('No Models Registered'));
});

test('[MODEL-003, MODEL-009, MODEL-047, MODEL-048, MODEL-049, MODEL-050, MODEL-051, MODEL-052, MODEL-053, MODEL-055] New Model makes one, once all is as it must be', async () => {
  await at.visitor.signIn('/models');
  await create().click();
  const submit = dialog().getByRole('button', { name: 'Create Model' });
  await submit.click();
  await seen(dialog().getByText('Please select a workspace', { exact: true }));
  await seen(dialog().getByText('Please input Model name', { exact: true }));
  await dialog().getByRole('combobox', { name: 'Workspace' }).selectOption('Vision');
  await dialog().getByRole('textbox', { name: 'Model name' }).fill('vit s16 & more');
  const field = (name: string) => dialog().getByRole('textbox', { name, exact: true });
  const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
  await press('Add Metadata');
  await press('Add Tag');
  await submit.click();
  await seen(dialog().getByText('Key is required', { exact: true }));
  await seen(dialog().getByText('Tag is required', { exact: true }));
  await field('Key 1').fill('framework');
  await field('Value 1').fill('PyTorch 2.9');
  await press('Add Metadata');
  await field('Key 2').fill('framework');
  await field('Tag 1').fill('edge');
  await press('Add Tag');
  await field('Tag 2').fill('edge');
  await submit.click();
  await seen(dialog().getByText('No duplicate keys', { exact: true }).first());
  expect(await dialog().getByText('No duplicate tags', { exact: true }).count()).toBe(2);
  await press('Remove key 2');
  await press('Remove tag 2');
  const works = await fail(at.page, 'POST', '**/api/v1/models');
  await submit.click();
  await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to create model' }));
  await works();
  await submit.click();
  await at.visitor.pageNamed('vit s16 & more');
  expect(at.visitor.place).toBe('/models/vit%20s16%20%26%20more');
  expect(await stored('vit s16 & more')).toMatchObject({
    workspaceId: vision,
    description: '',
    labels: ['edge'],
    metadata: { framework: 'PyTorch 2.9' },
  });
});

test('[MODEL-002, MODEL-004, MODEL-007, MODEL-008, MODEL-056] lists them newest first, searched, filtered, sorted; archived ones when asked for', async () => {
  await made('ctc-large', speech, { description: 'Streaming recogniser', labels: ['prod'] });
  await made('deit', vision, { description: 'Teacher', labels: ['teacher', 'prod'] });
  await made('old-one', vision);
  await admin().call(archiveModelRoute, { modelName: 'old-one' });
  await at.visitor.signIn('/models');
  await expect.poll(names).toEqual(['deit', 'ctc-large', 'vit s16 & more']);
  const heads = main().getByRole('columnheader');
  await expect
    .poll(async () => (await heads.allTextContents()).map((text) => text.trim()))
    .toEqual(['Name', 'Description', 'Workspace', 'Versions', 'Created', 'Last updated', 'Tags', 'User', 'Actions']);
  expect(await heads.filter({ hasText: 'Created' }).getAttribute('aria-sort')).toBe('descending');
  await expect
    .poll(() => cells('deit'))
    .toEqual([
      'deit',
      'Teacher',
      'Vision',
      '0',
      'Just Now',
      'Just Now',
      expect.stringMatching(/teacher\s*prod/),
      'A',
      '',
    ]);
  await heads.filter({ hasText: 'Workspace' }).click();
  await expect.poll(names).toEqual(['ctc-large', 'vit s16 & more', 'deit']);

  await main().getByRole('switch', { name: 'Show Archived' }).check();
  await seen(row('old-one'));
  await seen(row('old-one').getByText('Archived'));
  await main().getByRole('switch', { name: 'Show Archived' }).uncheck();
  await gone(row('old-one'));

  await main().getByRole('searchbox', { name: 'Search models' }).fill('E');
  await expect.poll(names).toEqual(['ctc-large', 'vit s16 & more', 'deit']);
  await main().getByRole('searchbox', { name: 'Search descriptions' }).fill('teach');
  await expect.poll(names).toEqual(['deit']);
  await choose('Tags', 'prod');
  await choose('Workspace', 'Speech');
  await seen(main().getByText('No models match these filters'));
  await main().getByRole('button', { name: 'Clear Filters (4)' }).click();
  await expect.poll(names).toEqual(['ctc-large', 'vit s16 & more', 'deit']);
  expect(await main().getByRole('searchbox', { name: 'Search models' }).inputValue()).toBe('');
  await choose('User', 'admin');
  await seen(main().getByRole('button', { name: 'Clear Filters (1)' }));
  await at.visitor.open(`/workspaces/${speech}/models`);
  await expect.poll(names).toEqual(['ctc-large']);
  await heads.filter({ hasText: 'Name' }).click();
  await expect.poll(() => at.visitor.place).toContain('sort=name');

  await fail(at.page, 'GET', list);
  await at.page.reload();
  const failure = main().getByRole('alert').filter({ hasText: 'Unable to fetch models.' });
  await seen(failure);
  await at.page.unroute(list);
  // What is asked by itself meanwhile would take the button away.
  const answers = await hold(at.page, list);
  await failure.getByRole('button', { name: 'Retry' }).click();
  await answers.answer();
  await seen(row('ctc-large'));
});

test('[MODEL-036, MODEL-037, MODEL-039, MODEL-040, MODEL-058, MODEL-060, MODEL-063] a row is edited, tagged and moved', async () => {
  const model = await made('before', vision, { description: 'to go', labels: ['one'] });
  const byId = `**/api/v1/models/${model?.id}`;
  await at.visitor.signIn('/models');
  await act('before', 'Edit');
  const name = dialog().getByRole('textbox', { name: 'Name' });
  const save = dialog().getByRole('button', { name: 'Save Changes' });
  await name.fill(' ');
  await save.click();
  await seen(dialog().getByText('Name is required', { exact: true }));
  await name.fill('after');
  await dialog().getByRole('textbox', { name: 'Description' }).fill('');
  const edits = await fail(at.page, 'PATCH', byId);
  await save.click();
  await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to edit model' }));
  await edits();
  await save.click();
  await seen(row('after'));
  expect(await stored('after')).toMatchObject({ id: model?.id, description: '' });

  await act('after', 'Edit Tags');
  await dialog().getByLabel('Tags').fill('two');
  await at.page.keyboard.press('Enter');
  const tags = await fail(at.page, 'PATCH', byId);
  await save.click();
  await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to update model after tags.' }));
  await tags();
  await save.click();
  await gone(dialog());
  expect((await stored('after'))?.labels).toEqual(['one', 'two']);

  await act('after', 'Move');
  const move = dialog().getByRole('button', { name: 'Move Model' });
  await move.click();
  await seen(dialog().getByText('Please select a workspace', { exact: true }));
  const place = dialog().getByRole('combobox', { name: 'Workspace' });
  await expect.poll(() => place.getByRole('option').allTextContents()).toEqual(['Choose…', 'Uncategorized', 'Speech']);
  await place.selectOption('Speech');
  const moves = await fail(at.page, 'POST', `${byId}/move`);
  await move.click();
  await seen(
    dialog()
      .getByRole('alert')
      .filter({ hasText: `Unable to move model ${model?.id}.` }),
  );
  await moves();
  await move.click();
  await gone(dialog());
  expect((await stored('after'))?.workspaceId).toBe(speech);
});

test('[MODEL-038, MODEL-041, MODEL-042, MODEL-057, MODEL-059] a row is archived, taken back, and deleted with all its versions', async () => {
  const model = await made('to-archive', vision);
  const byId = `**/api/v1/models/${model?.id}`;
  await at.visitor.signIn('/models?archived=true');
  const archives = await fail(at.page, 'POST', `${byId}/archive`);
  await act('to-archive', 'Archive');
  await seen(at.page.getByRole('alert').filter({ hasText: `Unable to switch model ${model?.id} archive status.` }));
  await archives();
  await act('to-archive', 'Archive');
  await expect.poll(async () => (await stored('to-archive'))?.archived).toBe(true);
  await seen(row('to-archive').getByText('Archived'));
  await menu('to-archive');
  await seen(at.page.getByRole('menuitem', { name: 'Unarchive' }));
  expect(await at.page.getByRole('menuitem', { name: 'Move' }).count()).toBe(0);
  await at.page.getByRole('menuitem', { name: 'Unarchive' }).click();
  await expect.poll(async () => (await stored('to-archive'))?.archived).toBe(false);
  await gone(row('to-archive').getByText('Archived'));

  await act('to-archive', 'Delete');
  const confirm = at.page.getByRole('alertdialog');
  await seen(confirm.getByText('delete the model to-archive and all of its versions'));
  const deletes = await fail(at.page, 'DELETE', byId);
  await confirm.getByRole('button', { name: 'Delete Model' }).click();
  await seen(confirm.getByRole('alert').filter({ hasText: 'Unable to delete model.' }));
  await deletes();
  await confirm.getByRole('button', { name: 'Delete Model' }).click();
  await gone(row('to-archive'));
  await expect(stored('to-archive')).rejects.toThrow('not found');
});

test('[MODEL-006, MODEL-043, MODEL-044, MODEL-054] who may look, may look; who may not change says why', async () => {
  await made('looked-at', vision);
  const looker = await newcomer([[viewer, vision]]);
  await at.visitor.signIn('/models', looker);
  await seen(row('looked-at'));
  expect(await create().getAttribute('aria-disabled')).toBe('true');
  await create().hover();
  await seen(at.page.getByRole('tooltip').filter({ hasText: 'User lacks permission to create models' }));
  await menu('looked-at');
  for (const [action, permission] of [
    ['Move', 'EDIT_MODEL_REGISTRY'],
    ['Archive', 'EDIT_MODEL_REGISTRY'],
    ['Delete', 'DELETE_OTHER_USER_MODEL_REGISTRY'],
  ] as const) {
    const entry = at.page.getByRole('menuitem', { name: action });
    expect(await entry.getAttribute('aria-disabled')).toBe('true');
    expect(await entry.textContent()).toContain(`Needs ${permission} in this workspace`);
  }
});

test('[MODEL-045, MODEL-054] a model is made and moved where one may make one', async () => {
  const editor = await newcomer([
    [workspaceEditor, vision],
    [viewer, speech],
  ]);
  await made('stays-here', vision);
  await at.visitor.signIn(`/workspaces/${vision}/models`, editor);
  await create().click();
  const workspace = dialog().getByRole('combobox', { name: 'Workspace' });
  expect(await workspace.isDisabled()).toBe(true);
  expect(await workspace.inputValue()).toBe(String(vision));
  await at.page.keyboard.press('Escape');
  await at.visitor.open('/models');
  await create().click();
  await expect
    .poll(() => dialog().getByRole('combobox', { name: 'Workspace' }).getByRole('option').allTextContents())
    .toEqual(['Choose…', 'Vision']);
  await at.page.keyboard.press('Escape');
  await act('stays-here', 'Move');
  await expect
    .poll(() => dialog().getByRole('combobox', { name: 'Workspace' }).getByRole('option').allTextContents())
    .toEqual(['Choose…']);
});
